"""A house with a panel on simulated pins."""

from pathlib import Path
from typing import Any

from companion.house.house import House
from companion.house.panel_acts import HouseForPanel
from tests.hardware.rig import Rig
from tests.support import houses


class Wired:
    """A house and its panel on the bench. `off` is True after somebody switched the machine off."""

    def __init__(self, folder: Path) -> None:
        self.house: House = houses.open_house(folder, panel="gpio")
        self.off = False
        self.rig = Rig(HouseForPanel(self.house, self._switch_off))

    def _switch_off(self) -> None:
        self.off = True

    @property
    def moment(self) -> Any:
        assert self.house.table is not None
        return self.house.table.moment

    def close(self) -> None:
        self.rig.panel.close()
        self.house.journal.close()

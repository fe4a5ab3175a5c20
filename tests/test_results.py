"""What is done after an answer, once the phones know of it."""

from pathlib import Path

from companion.house.house import House
from companion.house.lots import SeededLots
from companion.journals.sqlite import SqliteJournal
from companion.settings import Settings
from tests.support.games import answers
from tests.support.houses import HandClock, sit_down, start


class TidyJournal(SqliteJournal):
    """Counts how often the log is brought home."""

    tidied = 0

    def checkpoint(self) -> None:
        self.tidied += 1
        super().checkpoint()


def test_the_log_is_brought_home_after_each_round_and_at_no_other_time(tmp_path: Path) -> None:
    journal = TidyJournal(tmp_path / "companion.db")
    house = House(Settings(state=str(tmp_path), frontends=("web",)), journal, SeededLots(1), HandClock())
    sit_down(house, "Ana", "Ben")
    start(house, "Ana", "Ben")
    seen = []
    for _ in answers(house, most=12):
        seen.append((journal.tidied, house.table.moment.screen(None).view.round))
    assert seen[-1][1] > 2
    assert [tidied for tidied, _ in seen] == [n - 1 for _, n in seen]

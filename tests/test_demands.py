"""The demands on a game's folder: every game meets them all, and each fault gets its sentence."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from msgspec import UNSET, UnsetType

from companion.__main__ import main
from companion.commands.terminal import AGAINST_THE_RULES, BAD_FILE
from companion.core import dues
from companion.core.actions import Action, ActionTypes, as_data
from companion.core.answers import Answers, Group, Option
from companion.core.dues import Chance, Due
from companion.core.game import AnyGame, Game, Pick
from companion.core.state import KnownTo, Reach, Seat, State, with_own, with_public
from companion.core.view import DisplayLines, Now, View
from companion.core.words import BadFile, Text, text
from companion.demands import loaded, missing
from companion.demands.playing import BotGame, FaultList
from companion.demands.protocol import MEMBERS
from companion.promises.new_game import new_folder
from companion.shelf import games
from tests.promises.settings import SHELF
from tests.support.marks import GAMES

Fault = Callable[[Path], object]


@pytest.mark.long
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_no_game_of_the_shelf_lacks_anything(game: AnyGame) -> None:
    assert list(missing(GAMES / game.id)) == []


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a complete game."""
    return new_folder("duel", tmp_path_factory.mktemp("whole"))


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "duel"))


def test_a_whole_game_lacks_nothing(folder: Path) -> None:
    assert list(missing(folder)) == []


@pytest.mark.parametrize("code", ["en", "fr", "ja"])
def test_a_game_that_speaks_one_language_lacks_nothing(folder: Path, code: str) -> None:
    for file in (folder / "texts").iterdir():
        if file.stem != code:
            file.unlink()
    assert list(missing(folder)) == []


def says(file: str, was: str, now: str) -> Fault:
    """Return a fault that replaces words in a file."""

    def plant(folder: Path) -> None:
        words = (folder / file).read_text("utf-8")
        assert was in words
        (folder / file).write_text(words.replace(was, now), "utf-8")

    return plant


def without(file: str) -> Fault:
    """Return a fault that removes a file."""
    return lambda folder: (folder / file).unlink()


LACKS_NOTHING = """
from collections.abc import Sequence

import msgspec

from companion.core.owner_things import Label, MissingPart, OwnerThingKind
from companion.core.words import text


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str = ""


class Hands(OwnerThingKind[Draft, str]):
    id = "hand"
    title = text("duel.name")
    parts = (Label("name", text("duel.name"), 9),)
    draft = Draft
    file = None
    samples = (Draft("ten"),)

    def name(self, draft: Draft) -> str:
        return draft.name

    def is_sample(self, draft: Draft) -> bool:
        return True

    def lacks(self, draft: Draft) -> Sequence[MissingPart]:
        return () if draft.name else (MissingPart("name", text("duel.no_hand")),)

    def made(self, draft: Draft, options: object) -> str:
        return draft.name
"""
"""A kind of owner's things that lacks only words."""


def keeps(file: str, kinds: str = "Hands()", option: str | None = None) -> Fault:
    """Return a fault by which the game keeps these kinds of things, with an option made of one."""

    def plant(folder: Path) -> None:
        (folder / "hands.py").write_text(file.lstrip(), "utf-8")
        says("game.py", "    rules = 1\n", f"    rules = 1\n    owner_things = ({kinds},)\n")(folder)
        says("game.py", "from typing", "from companion.games.duel.hands import Hands\nfrom typing")(folder)
        if option is not None:
            says("state.py", "    rounds:", f"    hand: {option}\n    rounds:")(folder)
            imports = "from typing import Annotated\n\nfrom companion.core.game import FromOwnerThing\n"
            says("state.py", "from typing", f"{imports}from typing")(folder)

    return plant


OF_A_KIND = 'Annotated[str, FromOwnerThing("{}")] = "{}"'
SHOWN = "revealed_to(with_all_own(state, pick=None))"
TWO_FORMS = '{ one = "1", other = "コ'
RECORD = "playthroughs/three_seats.jsonl"
BREAKS = "Number] = {}\n    nothing: int = 0\n\n    def __post_init__(self):\n        {}[self.nothing]\n"
NO_FOUR = """        if self.n == 4:
            from companion.core.words import Refused

            raise Refused("duel.nothing")
        state = with_own("""
ALL_PHONES = """    def phones(self, options):
        return "all"

"""
ALL_DUES = "(*picking.asked(state), dues.SET_RIGHT)"
OF_ALL = '(*picking.asked(state), dues.table_due("all", "pick"), dues.SET_RIGHT)'
LOUD = '(__import__("msgspec").structs.replace(d, known_to=frozenset(state.own)) for d in picking.asked(state))'
TIE = 'for seat, n in coins.items()}), lines, "duel.tie")'

NO_REVEAL = "with_all_own(state, pick=None)"
UNCOVERED = "else (_secret(own), Seats((SeatRow(public.seats[0], (_coins(own.pick or 0),)),)))"

FAULTS: dict[str, Fault] = {
    # FaultList of reading
    "game.py imports random": says("game.py", "from typing", "import random\nfrom typing"),
    "view.py imports companion.drawings": says("view.py", "from itertools", "import companion.drawings\nfrom itertools"),
    "GAME.kits does not name 'board'": says("view.py", "from itertools", "import companion.kits.board\nfrom itertools"),
    "GAME.kits names 'paper', and no file imports it": says("game.py", "rules = 1\n", 'rules = 1\n    kits = ("paper",)\n'),
    "score.py imports companion.games.bali": says("score.py", "import msgspec", "import companion.games.bali"),
    "game.py is no Python": says("game.py", "class Duel(", "class Duel(("),
    "cannot be imported: ModuleNotFoundError": without("state.py"),
    "__init__.py has no GAME": says("__init__.py", "GAME =", "THE_GAME ="),
    "GAME.counted is not there": says("game.py", "def counted", "def counts"),
    "GAME.questions is not there": says("game.py", "    questions = QUESTIONS\n", ""),
    "Pick.play is not there, and GAME.play asks for it": says("picking.py", "def play", "def plays"),
    "SetRight.words is not there, and GAME.words asks for it": says("set_right.py", "def words", "def tells"),
    "GAME.view does not take (public, own, seat)": says("game.py", "def view(self, public: Public, ", "def view(self, "),
    "GAME.first_state is no method": says("game.py", "    def first_state(", "    first_state = 1\n\n    def lays("),
    "GAME.id is 'other'": says("game.py", 'id = "duel"', 'id = "other"'),
    "GAME.rules is '1'": says("game.py", "rules = 1", 'rules = "1"'),
    "GAME.actions is no ActionTypes": says("game.py", "actions = ActionTypes(GameAct)", "actions = GameAct"),
    "GAME.options: Options must be frozen": says("state.py", "frozen=True, forbid_unknown_fields=True", "frozen=True"),
    "GAME.options does not build": says("state.py", "= 3\n", "\n"),
    "GAME.options is no msgspec.Struct": says("game.py", "options = Options", "options = dict"),
    "GAME.sheets: Sheet must be frozen": says("score.py", "frozen=True, ", ""),
    "The option rounds is neither": says("state.py", "Literal[3, 5]", "int"),
    "GAME.owner_things[0].lacks is not there": keeps(LACKS_NOTHING.replace("lacks", "misses")),
    "GAME.owner_things[0].id is 'A hand'": keeps(LACKS_NOTHING.replace('"hand"', '"A hand"')),
    "GAME.owner_things[0].draft is no msgspec.Struct": keeps(LACKS_NOTHING.replace("frozen=True, ", "")),
    "GAME.owner_things[0].draft does not build": keeps(LACKS_NOTHING.replace('name: str = ""', "name: str")),
    "GAME.owner_things[0].parts and .draft are not of the same": keeps(LACKS_NOTHING.replace('"name"', '"label"')),
    "GAME.owner_things[0].samples: number 1 is not complete": keeps(LACKS_NOTHING.replace('Draft("ten")', "Draft()")),
    "GAME.owner_things: two kinds have one id": keeps(LACKS_NOTHING, "Hands(), Hands()"),
    "The option hand is made of 'glove', and": keeps(LACKS_NOTHING, option=OF_A_KIND.format("glove", "ten")),
    "The option hand: its default": keeps(LACKS_NOTHING, option=OF_A_KIND.format("hand", "two")),
    "duel.no_hand cannot be said": keeps(LACKS_NOTHING),
    "GAME.phones says 'all'": says("game.py", "    def sizes", f"{ALL_PHONES}    def sizes"),
    "[]: a table has 1 to 10 seats": says("score.py", "range(3, 6)", "range(3, 3)"),
    "[3, 4, 5, 6, 7, 8, 9, 10, 11]: a table": says("score.py", "range(3, 6)", "range(3, 12)"),
    # Words
    "texts/ has none of en.toml, fr.toml, ja.toml": lambda folder: shutil.rmtree(folder / "texts"),
    "texts/fr.toml cannot be read": says("texts/fr.toml", "[now]", "[now"),
    "texts/en.toml cannot be read": says("texts/en.toml", "{n} of {of}", "{n} of {of"),
    "texts lack name: what the game is called": says("texts/en.toml", 'name = "Duel"', 'title = "Duel"'),
    "texts lack about: what players are": says("texts/en.toml", "about =", "what ="),
    "texts lack aim: how the game is won": says("texts/en.toml", "aim =", "goal ="),
    "texts lack first.pick: a newcomer reads there what to do": says("texts/en.toml", "[first]", "[later]"),
    "texts lack because.pick: a newcomer reads there, once, why": says("texts/en.toml", "[because]", "[later]"),
    "texts lack bad_sheet: ": says("texts/en.toml", "bad_sheet =", "no_sheet ="),
    "texts lack option.rounds.hint: ": says("texts/en.toml", "hint = ", "about = "),
    "texts lack option.rounds.5: ": says("texts/en.toml", '5 = "5"', '6 = "6"'),
    "texts/fr.toml lacks ask.set_done": says("texts/fr.toml", "set_done", "set_over"),
    "texts/fr.toml has ask.set_over, which en.toml lacks": says("texts/fr.toml", "set_done", "set_over"),
    "texts/ja.toml, where: its blanks are n, in en.toml n, of": says("texts/ja.toml", "{n}/{of}", "{n}"),
    "texts/ja.toml, some.coins: its plural forms are one, other": says("texts/ja.toml", "{ other = \"コ", TWO_FORMS),
    "texts/en.toml, yours: it is empty": says("texts/en.toml", '"Your number"', '""'),
    "texts/fr.toml, ask.pick: French has a narrow": says("texts/fr.toml", "nombre\u202f?", "nombre ?"),
    "texts/fr.toml, told.pick: French has a narrow": says("texts/fr.toml", "Choisi\u202f:", "Choisi :"),
    "texts/en.toml, card.end: a card is read": says("texts/en.toml", "Most coins win.", "Most coins win. " * 21),
    "texts/en.toml, card.end: a card is read at the table, it has 7 lines": says(
        "texts/en.toml", "Equals share the win.", "\\n".join(["Equals share."] * 7)
    ),
    # Other files
    "RULES.md numbers no rule": without("RULES.md"),
    "RULES.md: its rules are not numbered": says("RULES.md", "DUEL-02", "DUEL-04"),
    "RULES.md: its rules have more than one prefix": says("RULES.md", "DUEL-02", "OTHER-02"),
    "DUEL-03 has no test": says("tests/test_rules.py", '@pytest.mark.rule("DUEL-03")\n', ""),
    "DUEL-07 is cited": says("score.py", "DUEL-03", "DUEL-07"),
    "signs.toml is not there": without("signs.toml"),
    "signs.toml cannot be read": says("signs.toml", "[coin]", "[coin"),
    "signs.toml, coin: its path is no path": says("signs.toml", 'path = "M', 'path = "<'),
    "signs.toml, coin: its rows are not 11": says("signs.toml", "000 0F0", "0F0"),
    "signs.toml, coin: Object missing": says("signs.toml", "rows = ", "dots = "),
    "The sign 'coin' is named on a screen": says("signs.toml", "[coin]", "[money]"),
    "playthroughs/ has no record": without(RECORD),
    "three_seats.jsonl has no golden": without("playthroughs/three_seats.txt"),
    "three_seats.jsonl, line 4: refused, malformed": says(RECORD, '"n": 3', '"n": 9'),
    "three_seats.jsonl: file.line": says(RECORD, '"n": 3', '"n": '),
    "GAME.sheet breaks on {'nothing': 1}": says("score.py", "Number]\n", BREAKS),
    # In play
    "it does not end, after": says("picking.py", "last = public.round == public.options.rounds", "last = False"),
    "nobody can answer": says("picking.py", "over=last", "over=False"),
    "duel.card.choose cannot be said in en": says("view.py", 'else "pick"\n', 'else "choose"\n'),
    "duel.nowhere cannot be said in en": says("view.py", '"duel.yours"', '"duel.nowhere"'),
    "'n': 4} is offered as taken, and the rules say duel.nothing": says("picking.py", "        state = with_own(", NO_FOUR),
    "seed 0: it breaks, KeyError": says("picking.py", "    alone = ", "    {}[0]\n    alone = "),
    "GAME.score says nothing": says("game.py", "if state.public.over else None", "if not state.public.over else None"),
    "not every seat has a place": says("score.py", "ranked(coins,", "ranked(list(coins)[1:],"),
    "duel.score.money cannot be said": says("score.py", "duel.score.coins", "duel.score.money"),
    "duel.tie cannot be said": says("score.py", "for seat, n in coins.items()}), lines)", TIE),
    "duel.where says 'your' in en, and is on the public": says("texts/en.toml", '"round {n}', '"your round {n}'),
    "duel.where says '自分' in ja, and is on the public": says("texts/ja.toml", '"ラウンド{n}', '"自分の{n}'),
    "View.round never changes": says("view.py", "round=public.round", "round=1"),
    "dues.SET_RIGHT is not among": says("game.py", ALL_DUES, "picking.asked(state)"),
    "The table is asked 'pick', and an Option has no panel": says("game.py", ALL_DUES, OF_ALL),
    "'pick': seats may know an answer that changes only hidden": says("game.py", "(*picking.asked(state),", f"(*{LOUD},"),
    "[own] of tests/secrets.toml does not name it": says("tests/secrets.toml", "pick =", "choose ="),
    "'pick': the public screen changes with a secret": says("picking.py", SHOWN, NO_REVEAL),
    "'pick': the seat's own screen changes with its": says("view.py", "else (_secret(own),)", UNCOVERED),
    "'pick': others may not know the answer, and its buttons": says("picking.py", ", secret=True", ""),
    "'pick': a tally changes, and View.moves": says("view.py", "        moves=_moves(public),\n", ""),
}  # fmt: skip
"""A part of the sentence about each fault, and the fault."""


@pytest.mark.parametrize(
    "sentence", [pytest.param(one, marks=pytest.mark.long if one.startswith("it does not end") else ()) for one in FAULTS]
)
def test_each_fault_finds_its_sentence(folder: Path, sentence: str) -> None:
    FAULTS[sentence](folder)
    found = list(missing(folder))
    assert any(sentence in words for words in found), found


def test_every_member_of_the_protocol_is_demanded() -> None:
    assert {"id", "options", "actions", "sheets", "due", "outcomes", "view", "taste"} <= set(MEMBERS)


def test_a_checked_game_leaves_the_one_of_its_name_on_the_shelf(folder: Path) -> None:
    bali = Path(shutil.copytree(GAMES / "bali", folder.parent / "bali"))
    says("game.py", "class Bali", "class Other")(bali)
    before = games()["bali"]
    assert list(missing(bali))
    from companion.games.bali import GAME

    assert GAME is before


class Deal(Action, frozen=True, tag="deal"):
    seat: Seat
    cards: tuple[int, ...] | UnsetType = UNSET

    def play(self, state: Any, event: Any) -> Any:
        return with_own(state, self.seat, cards=self.cards)

    def words(self, public: Any, seat: Seat | None) -> Text:
        return text("cards.one")


class Lose(Action, frozen=True, tag="lose"):
    card: int | UnsetType = UNSET

    def play(self, state: Any, event: Any) -> Any:
        cards = tuple(card for card in state.own[event.seat].cards if card != self.card)
        return with_public(with_own(state, event.seat, cards=cards), lost=state.public.lost + 1)

    def words(self, public: Any, seat: Seat | None) -> Text:
        return text("cards.one")


class Table(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    lost: int = 0


class Hand(msgspec.Struct, frozen=True):
    cards: tuple[int, ...] = ()


class CardOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Cards(Game[Any, Any, None, CardOptions, Any, Any]):
    """The box deals hidden cards to each seat, and each seat puts one away. Answers of the kind `told` reach everybody."""

    id = "cards"
    rules = 1
    options = CardOptions
    actions = ActionTypes(Deal | Lose)

    def __init__(self, fault: str) -> None:
        self._fault = fault

    def sizes(self, options: object) -> range:
        return range(2, 3)

    def first_state(self, seats: Sequence[Seat], options: object) -> State[Any, Any, None]:
        return State(Table(tuple(seats)), dict.fromkeys(seats, Hand()), None)

    def due(self, state: State[Any, Any, None]) -> Sequence[Due]:
        seats, lost = state.public.seats, state.public.lost
        for n, seat in enumerate(seats):
            if not state.own[seat].cards:
                known: KnownTo = {"seat": Reach.EVERYONE, "cards": frozenset({seat})}
                known = Reach.EVERYONE if self._fault == "deal" else known
                return [dues.table_due(f"deal-{n}", "deal", known_to=known, chance=Chance.BOX)]
        known = Reach.EVERYONE if self._fault == "lose" else frozenset({seats[lost % 2]})
        return [dues.seat_due(f"lose-{lost}", "lose", seats[lost], known_to=known)] if lost < 2 else []

    def outcomes(self, public: Any, own: Any, due: Due) -> Answers:
        cards = own.cards if own else ()
        return Answers((Group(tuple(Option(as_data(Lose(card)), text("cards.one")) for card in cards), 1),), secret=True)

    def draw(self, state: State[Any, Any, None], due: Due, pick: Pick) -> Deal:
        return Deal(state.public.seats[int(due.id[-1])], (pick(50), 50 + pick(50)))

    def view(self, public: Any, own: Any, seat: Seat | None) -> View:
        words = text("cards.one")
        return View(words, Now(words), "one", DisplayLines(words, words))

    def tallies(self, public: Any) -> Mapping[Seat | None, Mapping[str, int]]:
        return {}


def found_in(game: Any, folder: Path) -> list[str]:
    faults = FaultList(game, folder)
    BotGame(faults, {}, 2, 0).play()
    return faults.faults


@pytest.mark.parametrize("kind", ["deal", "lose"])
def test_a_hidden_card_that_everybody_may_know_finds_its_sentence(kind: str, tmp_path: Path) -> None:
    """The box draws it for one seat, or the seat puts it away face down."""
    faults = {fault: found_in(Cards(fault), tmp_path) for fault in (kind, "")}
    sentence = f"{kind!r}: seats may know an answer that changes only hidden things of others."
    assert [words for words in faults[kind] if words.startswith(sentence)]
    assert not [words for words in faults[""] if words.startswith(sentence)]


def test_a_draw_for_each_seat_that_everybody_may_know_finds_its_sentence(tmp_path: Path) -> None:
    """Such as Babel Builders' hands, which the box deals."""
    folder = Path(shutil.copytree(GAMES / "babel", tmp_path / "babel"))
    hidden = '"draw", known_to={"cards": drawers(public)}'
    file = next(file for file in folder.glob("*.py") if hidden in file.read_text("utf-8"))
    says(file.name, hidden, '"draw"')(folder)
    with loaded(folder) as game:
        faults = FaultList(game, folder)
        BotGame(faults, {"hands": "phones"}, 5, 0).play()
    assert any(words.startswith("'draw': seats may know") for words in faults.faults), faults.faults


# The command


def test_check_game_says_that_nothing_is_missing(folder: Path) -> None:
    result = CliRunner().invoke(main, ["check-game", str(folder)])
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)


def test_the_command_says_each_fault_in_a_line(folder: Path) -> None:
    (folder / "signs.toml").unlink()
    result = CliRunner().invoke(main, ["check-game", str(folder)])
    assert result.exit_code == AGAINST_THE_RULES
    assert [line for line in result.stdout.splitlines() if line.startswith("signs.toml is not there")]


def test_a_folder_that_is_no_game_gets_one_line(tmp_path: Path) -> None:
    (tmp_path / "no-name").mkdir()
    (tmp_path / "no-name" / "__init__.py").touch()
    for folder in (tmp_path, tmp_path / "none", tmp_path / "no-name"):
        result = CliRunner().invoke(main, ["check-game", str(folder)])
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (BAD_FILE, "", 1)
        with pytest.raises(BadFile):
            list(missing(folder))

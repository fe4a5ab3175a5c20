"""The base class of pages, and the writer that gives them words and the usual keys."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from companion.core.answers import Choice, Field, Form, Option
from companion.core.blocks import Undo
from companion.core.state import Seat
from companion.core.view import Question, Screen
from companion.core.words import Text, listed, text
from companion.drawings import signs
from companion.snapshot.lobby import Picked, PickedGame
from companion.snapshot.panel import NextHolder, PanelSnapshot
from companion.speech.say import has_words, say
from hardware.pages import acts, pages
from hardware.pages.acts import Explain, Fill, Go, KeyAct, PostAnswer
from hardware.pages.form_filling import ENOUGH, WITHOUT, Blank, begun
from hardware.pages.layouts import NO_KEY, Confirming, Layout, ListRow, SoftKey, SoftKeys
from hardware.pages.pages import PagePosition, Urgent


class Writer:
    """The writer of one page, in the house's language."""

    def __init__(
        self,
        snapshot: PanelSnapshot,
        position: PagePosition,
        page: str,
        ring: tuple[str, ...] = (),
        urgent: Urgent | None = None,
    ) -> None:
        """Prepare the page of this name. `ring`: the names of the pages that Next turns. `urgent`: the page that would take
        the screen."""
        self.snapshot, self.position, self.page = snapshot, position, page
        self.ring, self._urgent = ring, urgent

    def say(self, words: Text) -> str:
        """Return the words in the house's language."""
        return say(words, self.snapshot.language)

    def words(self, key: str, **values: Any) -> str:
        """Return the words of a key under `[display]` in the texts. `values` fill its blanks."""
        return self.say(text(f"display.{key}", **values))

    def soft_key(self, key: str, act: KeyAct) -> SoftKey:
        """Return a button whose word has this key under `[display]`."""
        return SoftKey(self.words(key), act)

    def game_name(self, game: str) -> str:
        """Return the name of a game: its short one (`GAME.short`) if it has one."""
        short = f"{game}.short"
        return self.say(text(short if has_words(short) else f"{game}.name"))

    def played(self, key: str = "") -> str:
        """Return the name of the game at the table: the one in a table's plan, or else its short one, in the words of `key`
        under `[display]` if there is a key."""
        title = self.screen.view.title
        if title is not None:
            return self.say(title)
        name = self.game_name(self.game)
        return self.words(key, game=name) if key else name

    def heard(self) -> str:
        """Return the title that names the seat whose answer waits for a confirmation."""
        assert self.snapshot.heard is not None
        return self.words("heard", seat=self.snapshot.heard.seat)

    def game_or_news(self) -> str:
        """Return a title: the newest news of people, or the game's name."""
        return self.people_news() or self.game_name(self.game)

    def people_news(self) -> str:
        """Return the newest news of people, such as who left. It is empty without any."""
        newest = self.snapshot.people[-1] if self.snapshot.people else None
        return self.words(f"news.{newest.what}", seat=newest.seat) if newest is not None else ""

    def hall_word(self) -> str:
        """Return a few words on how complete the hall's copy of this box's table is. Empty: the box belongs to no hall, or
        nobody knows yet."""
        words = self.snapshot.hall.words
        return self.words(words.key, **words.values) if words is not None else ""

    @property
    def screen(self) -> Screen:
        """The public screen of the game. Only pages of a game use it."""
        assert self.snapshot.screen is not None, f"{self.page} is a page of a game"
        return self.snapshot.screen

    @property
    def game(self) -> str:
        """The game's key, with which the keys of its texts begin."""
        return self.screen.game

    @property
    def place(self) -> tuple[int, int]:
        """The page's place in the ring, from 0, and the size of the ring."""
        return self.ring.index(self.page), len(self.ring)

    def piece(self, seat: Seat | None) -> int | None:
        """Return the seat's wooden piece, 1 to 10. None: no seat, or a rival, who has no piece."""
        return self.snapshot.pieces.get(seat) if seat is not None else None

    def yes_or_no(self, yes: KeyAct, no: KeyAct) -> SoftKeys:
        """Return the keys of a page that asks for a yes or no."""
        return self.soft_key("no", no), NO_KEY, self.soft_key("yes", yes)

    def confirming(
        self, title: str, seat: Seat | None, body: str, buttons: SoftKeys, hold_back: KeyAct | None = None
    ) -> Confirming:
        """Return a page about one seat, or about the table if `seat` is None. `title` is a key under `[display]`."""
        return Confirming(
            page=self.page,
            title=self.words(title),
            who=self.words("table") if seat is None else str(seat),
            piece=self.piece(seat),
            body=body,
            buttons=buttons,
            hold_back=hold_back,
        )

    def next_page(self) -> SoftKey:
        """Return the key that turns to the next page. After the last page it leads to an open question, even a postponed
        one, or to the page that comes by itself."""
        following = (self.ring.index(self.page) + 1) % len(self.ring)
        first = pages.QUESTION if self._urgent is not None else None
        return self.soft_key("page", Go(self.ring[following] if following else first))

    def next_hand(self) -> NextHolder | None:
        """Return the seat to which the box goes. None: it goes nowhere, or another urgent page comes before."""
        return self.snapshot.hand_to if self._urgent is not None and self._urgent.page == pages.HAND else None

    def page_before(self) -> SoftKey:
        """Return the key that turns to the page before. The first page has none."""
        here = self.ring.index(self.page)
        return self.soft_key("back", Go(self.ring[here - 1] if here > 1 else None)) if here else NO_KEY

    def onward(self) -> SoftKey:
        """Return the key of OK on a page of the game: it leads to the question, the next phase, or the choices after the
        end."""
        if self.screen.over:
            return self.soft_key("go_on", Go(pages.AND_NOW))
        if self.snapshot.mine is not None:
            is_asked = bool(self.snapshot.mine.asks)
            return self.soft_key("reply", Go(pages.OWN)) if is_asked else self.soft_key("hand_on", acts.HAND_ON)
        if pages.question(self.snapshot) is not None:
            return self.soft_key("answer", Go(pages.QUESTION))
        if self.snapshot.hand_to is not None:
            return self.soft_key("give", Go(pages.QUESTION))
        if on := pages.next_phase(self.snapshot):
            ask, option = on
            assert option.panel is not None
            return SoftKey(self.words("onward", what=option.panel), self.answering(ask.due, option))
        return NO_KEY

    def answering(self, due: str, option: Option) -> KeyAct:
        """Return the act that gives this answer. For an answer that cannot be undone, the first press only asks for a second
        one."""
        answer = PostAnswer(due, option.do)
        is_sure = option.confirm is None or option.why is not None or self.position.sure == answer
        return answer if is_sure else Explain(self.words("sure"), answer)

    def take_back(self) -> KeyAct:
        """Return what holding Back does: it asks whether to take the last answer back, or says why that is not possible. The
        holder of the box takes back only their own answer."""
        if self.snapshot.mine is not None:
            return self._take_own_back(self.snapshot.mine.undo)
        return Explain(self.words("nothing_back")) if self.snapshot.undo is None else Go(pages.TAKE_BACK)

    def _take_own_back(self, undo: Undo | None) -> KeyAct:
        if undo is None:
            return Explain(self.words("nothing_back"))
        return Go(pages.TAKE_OWN_BACK) if undo.free else Explain(self.words("only_table"))

    # Forms and options

    def forms(self, ask: Question, origin: str) -> list[tuple[ListRow, KeyAct]]:
        """Return a row for each form of a question, with the act that opens it. A single form without a name is called after
        the question."""
        drawn = pages.drawn(ask)
        alone = ask.answers.panel if len(drawn) == 1 and drawn[0][1].panel is None else None
        return [
            (ListRow(self.say(alone) if alone else self.form_words(form)), Fill(begun(ask.due, form, i, origin)))
            for i, form in drawn
        ]

    def offers(self, origin: str) -> list[tuple[ListRow, KeyAct]]:
        """Return a row for each form that may be filled in unasked, with the act that opens it. Back leads to the page
        `origin`."""
        return [row for ask in pages.offers(self.snapshot) for row in self.forms(ask, origin)]

    def form_words(self, form: Form) -> str:
        """Return the name of a form in a list: its short name, the words that open it, or the name of its question."""
        return self.say(form.panel or form.collapsed or self._own_question(form) or form.words)

    def _own_question(self, form: Form) -> Text | None:
        """Return the name of the holder's question to which this form belongs."""
        asks = self.snapshot.mine.asks if self.snapshot.mine is not None else ()
        return next((ask.answers.panel for ask in asks if form in ask.answers.forms), None)

    def blank(self, blank: Blank) -> str:
        """Return the name of a number in a form."""
        return self.say(blank.label) if blank.label is not None else str(blank.path[-1])

    def value(self, form: Form, field: Field, value: Any) -> ListRow:
        """Return the row for a value of a choice: the form's own words, a seat with its piece, or a word of the game."""
        if value in (ENOUGH, WITHOUT):
            return ListRow(self.words("enough" if value == ENOUGH else "without"))
        if field.name in form.choices:
            assert field.of is not None
            return self.choice(form.choices[field.name][field.of.index(value)])
        if value in self.snapshot.pieces:
            return ListRow(str(value), piece=self.snapshot.pieces[value])
        key = f"{self.game}.panel.{value}"
        return ListRow(self.say(text(key)) if has_words(key) else str(value), sign=self.sign(value))

    def choice(self, choice: Choice) -> ListRow:
        """Return the row for a choice: a seat with its piece, or its words with their sign."""
        if choice.seat is not None:
            return ListRow(str(choice.seat), piece=self.piece(choice.seat))
        return ListRow(self.say(choice.panel or choice.words), sign=self.sign(choice.sign))

    def sign(self, key: Any) -> str | None:
        """Return a sign of the game as 11 rows of dots. None: the game has no such sign."""
        drawings = signs(self.game)
        return drawings[key].rows if isinstance(key, str) and key in drawings else None

    def option(self, game: str, picked: Picked) -> str:
        """Return an option's name: the short one if the game has it."""
        short = f"{game}.panel_option.{picked.name}"
        return self.say(text(short) if has_words(short) else picked.words)

    def variant(self, chosen: PickedGame) -> str:
        """Return the options that differ from the usual game, in few letters."""
        return self.say(listed(self._agreed(chosen.game, option) for option in chosen.options if not option.usual))

    def _agreed(self, game: str, picked: Picked) -> str:
        name = self.option(game, picked)
        return name if picked.value is True else f"{name}: {self.option_value(game, picked)}"

    def option_value(self, game: str, picked: Picked) -> str:
        """Return the present value of an option, in few letters if the game has them."""
        short = f"{game}.panel_option.{picked.name}_{picked.value}"
        if has_words(short):
            return self.say(text(short))
        return self.say(picked.label) if picked.label is not None else self.words("on" if picked.value else "off")


class Page(ABC):
    """A page of the display: when it is there, what brings it up, its words and its keys."""

    name: ClassVar[str]
    """One of the names in `pages`."""
    is_over_cover: ClassVar[bool] = False
    """True if the page may take the screen while somebody holds the box."""

    def is_turned(self, snapshot: PanelSnapshot) -> bool:
        """Return whether Next turns to this page."""
        return False

    def is_there(self, snapshot: PanelSnapshot, position: PagePosition) -> bool:
        """Return whether a page that a press led to still exists. Pages that Next turns need not define it."""
        return False

    def urgent(self, snapshot: PanelSnapshot) -> list[Urgent]:
        """Return the reasons why the page takes the screen by itself, the most urgent one first. Empty: it does not."""
        return []

    @abstractmethod
    def draw(self, w: Writer) -> Layout:
        """Return the words and keys of the page."""

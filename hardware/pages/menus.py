"""Pages that offer what nobody is asked for: a game's options, what comes after it, setting right, giving up."""

import msgspec

from hardware.pages import pages
from hardware.pages.acts import BoxAct, Go, TurnOption
from hardware.pages.hall import taking_over
from hardware.pages.leaves import Leaf, ListRow, Plain
from hardware.pages.lists import Kind, Row, known, list_page
from hardware.pages.writer import Writer


def options(w: Writer) -> Leaf:
    """What may be agreed on before the picked game: OK turns the marked one to its next value."""
    chosen = w.moment.lobby
    assert chosen is not None
    rows = known(
        (ListRow(w.option(chosen.game, picked), right=w.option_value(chosen.game, picked)), TurnOption(picked.name))
        for picked in chosen.options
    )
    leaf = list_page(w, w.oled("options", game=w.game_name(chosen.game)), [Kind(rows)], Go(pages.LOBBY))
    buttons = (*leaf.buttons[:2], msgspec.structs.replace(leaf.buttons[2], words=w.oled("change")))
    return msgspec.structs.replace(leaf, hold_back=Go(pages.LOBBY), buttons=buttons)


def and_now(w: Writer) -> Leaf:
    """What may come after a game's end: the same again, another one, and what the table may still tell of this one."""
    rows: list[Row] = [(ListRow(w.oled("same_again")), Go(pages.AGAIN)), (ListRow(w.oled("other_game")), BoxAct.LEAVE)]
    asked = pages.question(w.moment)
    if asked is not None and asked.answers.panel is not None:
        rows.append((ListRow(w.say(asked.answers.panel)), Go(pages.QUESTION)))
    if w.moment.hands:
        rows.append((ListRow(w.oled("want_box")), BoxAct.TURN_HANDS))
    if w.moment.spare is not None:
        rows.append(taking_over(w))
    return list_page(w, w.oled("and_now"), [Kind(known([*rows, *w.offers(pages.AND_NOW)]))], Go(None))


def again(w: Writer) -> Leaf:
    """The same game once more is asked of the table, as it clears every screen; this one's score stays."""
    return Plain(
        page=pages.AGAIN,
        title=w.oled("again_ask"),
        main=w.game_name(w.game),
        sub=w.oled("again_keeps"),
        buttons=w.yes_or_no(BoxAct.AGAIN, Go(pages.AND_NOW)),
    )


def more(w: Writer) -> Leaf:
    """The last page that is turned: behind it lies what is seldom wanted."""
    return Plain(
        page=pages.MORE,
        title=w.game_name(w.game),
        right=w.say(w.screen.view.oled.right),
        main=w.oled("more"),
        sub=w.hall_word() or w.oled("what_more"),
        centred=True,
        place=w.place,
        buttons=(w.page_before(), w.next_page(), w.soft_key("open", Go(pages.MENU))),
        hold_back=w.take_back(),
    )


def menu(w: Writer) -> Leaf:
    """What is seldom wanted in mid-game: setting right, and giving up."""
    wanted: list[Row] = [(ListRow(w.oled("want_box")), BoxAct.TURN_HANDS)] if w.moment.hands else []
    others = [taking_over(w)] if w.moment.spare is not None else []
    offered = [*wanted, *w.offers(pages.MENU), (ListRow(w.oled("abandon")), Go(pages.ABANDON)), *others]
    return list_page(w, w.oled("more"), [Kind(known(offered))], Go(pages.MORE))


def abandon(w: Writer) -> Leaf:
    """Giving the game up is confirmed: it leads everybody to the lobby."""
    return Plain(
        page=pages.ABANDON,
        title=w.oled("abandon_ask"),
        main=w.game_name(w.game),
        sub=w.oled("to_lobby"),
        buttons=w.yes_or_no(BoxAct.ABANDON, Go(pages.MENU)),
    )

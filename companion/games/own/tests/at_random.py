"""Makes small random plans, for the promises of secrecy."""

from typing import Any

from companion.core.game import Pick
from companion.games.own.plan import Plan
from companion.games.own.reading import from_data

OWN = ("money", "is_wolf", "on_dark", "first_pick", "me", "points", "thrown", "got_second")
"""Names of a seat, most of them secret."""
SEATS = ("total({0})", "most({0})", "count({0} > 1)", "count(first_pick == 1)", "of(1, {0})", "rank({0})", "ours({0})")


def _number(pick: Pick) -> str:
    name = OWN[pick(len(OWN))]
    shape = (name, f"{name} + 1", "2", "round", "players", "left", SEATS[pick(len(SEATS))].format(name))
    return shape[pick(len(shape))]


def _yes(pick: Pick) -> str:
    left, right = _number(pick), _number(pick)
    return f"{left} {('>', '==', '<=')[pick(3)]} {right}"


def _maybe(pick: Pick, key: str, of: str) -> dict[str, Any]:
    return {key: of} if pick(3) == 0 else {}


def _ask(pick: Pick, id_: str) -> dict[str, Any]:
    step: dict[str, Any] = {"do": "ask", "id": id_, "question": "What?", "shown": ("each", "counts", "nothing")[pick(3)]}
    if pick(2):
        step |= {"who": _yes(pick), "else_question": "And you?", "shown": ("counts", "nothing")[pick(2)]}
    if id_ == "second":
        return step | {"pick": "player", "not_me": bool(pick(2))}
    if pick(2):
        return step | {"pick": "yes"} | ({"only": {"no": _yes(pick)}} if pick(2) else {})
    return step | {"pick": "number", "high": _number(pick)}


def _step(pick: Pick) -> dict[str, Any]:
    kind = pick(6)
    if kind == 0:
        return {"do": "say", "text": f"Now {{{_number(pick)}}}."} | _maybe(pick, "when", _yes(pick))
    if kind == 1:
        return {"do": "tell", "who": _yes(pick), "text": f"You: {{{_number(pick)}}}.", "else_text": "Nothing."}
    if kind == 2:
        return {"do": "turns", "may": ["points"]} | _maybe(pick, "who", _yes(pick))
    if kind == 3:
        return {"do": "show", "what": [("money", "thrown", "first_pick", "role")[pick(4)]]} | _maybe(
            pick, "where", _yes(pick)
        )
    if kind == 4:
        return {"do": "call", "question": "Me!"} | _maybe(pick, "who", _yes(pick))
    return {"do": "work"}


def _effect(pick: Pick) -> dict[str, Any]:
    kind = pick(6)
    if kind == 0:
        return {"out": True, "where": _yes(pick)}
    if kind == 1:
        return {"starts": True, "where": _yes(pick)}
    if kind == 2:
        return {"stop": True, "when": _yes(pick)}
    counter = ("money", "points")[pick(2)]
    return {("add", "set")[pick(2)]: counter, "n": _number(pick)} | _maybe(pick, "where", _yes(pick))


def data_at_random(pick: Pick) -> dict[str, Any]:
    """Return a random plan, which may have faults."""
    steps = [_ask(pick, "first_pick"), _ask(pick, "second")]
    steps.insert(pick(3), {"do": "roll", "id": "thrown", "secret": bool(pick(4)), "dice": 1 + pick(2)})
    for _ in range(pick(3)):
        steps.insert(pick(len(steps) + 1), _step(pick))
    steps = [step | {"then": [_effect(pick) for _ in range(pick(3))]} for step in steps]
    end = [{"when": _yes(pick), "text": "It is over."}] if pick(3) == 0 else []
    return {
        "plan": 1,
        "name": "At random",
        "players": [3, 4],
        "counter": [
            {"id": "money", "name": "money", "who_sees": "owner", "start": "me", "high": 9},
            {"id": "points", "name": "points"},
        ],
        "side": [{"id": "dark", "name": "dark"}, {"id": "light", "name": "light"}],
        "role": [
            {"id": "wolf", "name": "wolf", "side": "dark", "count": 1 + pick(2), "knows": ["wolf"] if pick(2) else []},
            {"id": "lamb", "name": "lamb", "side": "light", "count": "rest"},
        ],
        "step": steps,
        "end": end,
        "score": [{"name": "points", "n": "points"}],
        "rounds": {"number": 2},
    }


def plan_at_random(pick: Pick) -> dict[str, Any]:
    """Return a random plan without faults: leave out faulty parts, and if that is not enough, try another plan."""
    while True:
        data = data_at_random(pick)
        for role in data["role"]:
            if role.get("knows") == []:
                del role["knows"]
        for _ in range(12):
            found = from_data(data)
            if isinstance(found, Plan):
                return data
            if not _mended(data, found[0].at):
                break


def _mended(data: dict[str, Any], at: tuple[str | int, ...]) -> bool:
    """Take out the smallest part of a plan that has this fault and is not needed. Return whether there was one."""
    match at:
        case ("step", int(i), "then", int(n), *_):
            del data["step"][i]["then"][n]
        case ("step", int(i), "when" | "where" | "only" as key, *_):
            del data["step"][i][key]
        case ("step", int(i), *_) if data["step"][i]["do"] not in ("ask", "roll"):
            del data["step"][i]
        case ("step", int(i), "high"):
            data["step"][i]["high"] = 3
        case ("end", *_):
            data["end"] = []
        case _:
            return False
    return True

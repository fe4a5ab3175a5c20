"""The few cards that the rulebook itself names, with what it says of them (BURU-01): a start for whoever has the box."""

from typing import Final

START: Final[dict[str, dict[str, object]]] = {
    "farmer": {
        "kind": "islander",
        "name": {"en": "Farmer", "fr": "Fermier", "ja": "農夫"},
        "group": "gatherer",
        "cost": 2,
        "does": [{"gain": {"palm": 1}}],
    },
    "weaver": {
        "kind": "islander",
        "name": {"en": "Weaver", "fr": "Tisserand", "ja": "織り手"},
        "group": "artisan",
        "does": [{"pay": {"fish": 2}, "gain": {"palm": 2}}, {"pay": {"palm": 1}, "gain": {"fish": 2}}],
    },
    "carver": {
        "kind": "islander",
        "name": {"en": "Carver", "fr": "Sculpteur", "ja": "彫刻師"},
        "group": "artisan",
        "cost": 2,
    },
    "palm_merchant": {
        "kind": "islander",
        "name": {"en": "Palm Merchant", "fr": "Marchand de palmes", "ja": "ヤシ商人"},
        "group": "artisan",
    },
    "learned_priest": {
        "kind": "islander",
        "name": {"en": "Learned Priest", "fr": "Prêtre érudit", "ja": "博識の司祭"},
        "group": "priest",
        "scroll": {"manuk": {"ebony": 1}},
    },
    "smuggler": {
        "kind": "islander",
        "name": {"en": "Smuggler", "fr": "Contrebandier", "ja": "密輸人"},
        "group": "outlaw",
        "does": [{"gain": {"clay": 2}}],
    },
    "tyrant": {
        "kind": "islander",
        "name": {"en": "Tyrant", "fr": "Tyran", "ja": "暴君"},
        "group": "outlaw",
        "does": [{"guide": True}],
    },
    "gunung_altar": {
        "kind": "altar",
        "name": {"en": "Altar of Gunung", "fr": "Autel de Gunung", "ja": "グヌンの祭壇"},
        "spirit": "gunung",
        "cost": {"clay": 2, "palm": 2},
    },
    "shore_1": {
        "kind": "space",
        "name": {"en": "Recruit 2, refresh 1", "fr": "Recruter 2, renouveler 1", "ja": "雇用2、更新1"},
        "region": "shore",
        "space": 1,
        "gems": 3,
    },
    "lake_1": {  # where it lies the rulebook does not say; as at the shore, where most gems are on the left
        "kind": "space",
        "name": {"en": "1 elder, 2 tributes", "fr": "1 ancien, 2 tributs", "ja": "長老1、供物2"},
        "region": "lake",
        "space": 1,
        "gems": 3,
    },
}

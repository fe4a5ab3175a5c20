import pytest, os
from tests.browser.conftest import *
from tests.browser.test_browser_buru import choice
from tests.support.houses import start
OUT="/tmp/isles_shots/"
ALL=dict(ukum=True,ambelau=True,tokoh=True)
def opts(**o): return o
def ready(boxes, seats=("Ana","Ben","Cho"), **options):
    box = boxes(*seats)
    start(box.house, *seats, game="buru", **options)
    return box
def who(box): 
    return next(s for s in box.house.table.head.seats if any(a.kind=="act" for a in box.house.table.moment.screen(s).asks))
def begin(box):
    t=box.house.table
    if t.moment.history.state.public.tokoh is not None:
        for s in t.head.seats: box.play(s,"act",type="done")
    box.play("Ana","first",type="first",seat="Ana")
def shots(phone, box, seat, name, langs=("en","fr","ja"), sizes=((320,568),(390,844)), dark=False, tap=None):
    for l in langs:
        for w,h in sizes:
            p=phone(box, seat, locale=l, viewport={"width":w,"height":h}, color_scheme="dark" if dark else "light")
            p.locator("#now").wait_for()
            p.wait_for_timeout(150)
            if tap: tap(p)
            p.screenshot(path=f"{OUT}{name}-{l}-{w}{'-dark' if dark else ''}.png")
            p.context.close()
def to_ambelau(box, region_tokens):
    for place in ("ambelau","ibu"): box.play("Ana","decree",type="decree",place=place)
    t=box.house.table
    order=[s for s in t.head.seats]
    left={s:list(region_tokens) for s in order}
    while True:
        pub=t.moment.history.state.public
        if pub.stage!="place": break
        s=pub.names[pub.active]; tok,reg=left[s].pop(0)
        box.play(s,"place",type="place",token=tok,region=reg)
    box.play("Ana","reveal",type="reveal")
    while t.moment.history.state.public.stage=="reveal": box.play("Ana","reveal",type="reveal")
def test_tokoh_start(boxes, phone):
    box=ready(boxes, **ALL)
    shots(phone,box,"Ana","start")
def test_canoe(boxes, phone):
    box=ready(boxes, **ALL); begin(box)
    to_ambelau(box,[(5,"ambelau"),(4,"lake"),(3,"lake"),(2,"lake")])
    shots(phone,box,"Ana","canoe"); shots(phone,box,"Ana","canoe",langs=("en",),dark=True)
    shots(phone,box,"Ben","canoe-wait",langs=("en",))
    box.play("Ana","act",type="canoe",steps=4)
    shots(phone,box,"Ana","landed")
    box.play("Ana","act",type="done")
    shots(phone,box,"Ben","canoe2",langs=("en",))
    box.play("Ben","act",type="canoe",steps=3); box.play("Ben","act",type="done")
    shots(phone,box,"Cho","canoe3",langs=("en",))
    box.play("Cho","act",type="canoe",steps=3); box.play("Cho","act",type="done")
    box.play("Ana","reveal",type="reveal")
    shots(phone,box,"Ana","lake")
    shots(phone,box,None,"tv",langs=("en",),sizes=((1280,720),))
def test_lake_full(boxes, phone):
    box=ready(boxes, ledger="full", **ALL); begin(box)
    to_ambelau(box,[(5,"lake"),(4,"lake"),(3,"lake"),(2,"lake")])
    shots(phone,box,"Ana","lakefull")
def test_bid(boxes, phone):
    box=ready(boxes, **ALL); begin(box)
    for place in ("ambelau","ibu"): box.play("Ana","decree",type="decree",place=place)
    shots(phone,box,"Ana","bid")
def test_decree(boxes, phone):
    box=ready(boxes, **ALL); begin(box)
    shots(phone,box,"Ana","decree")
def test_village(boxes, phone):
    box=ready(boxes, ledger="full", **ALL); begin(box)
    to_ambelau(box,[(5,"village"),(4,"village"),(3,"village"),(2,"village")])
    shots(phone,box,"Ana","village")
def test_shore(boxes, phone):
    box=ready(boxes, ledger="full", **ALL); begin(box)
    to_ambelau(box,[(5,"shore"),(4,"shore"),(3,"shore"),(2,"shore")])
    shots(phone,box,"Ana","shore")

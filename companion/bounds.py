"""How much, how many and how long at most, with the reason beside each: what one of them lets through, the next still holds.

Whoever asks as a phone does meets none of them.
"""

from typing import Final

# What is kept: answers, records, files.

SETS_AT_ONCE: Final = 30
"""How often one seat (or the panel) may set tallies right in a row: all tallies of ten seats at once, and some mistakes."""

SECONDS_A_SET: Final = 3
"""One more becomes free after so long: nobody reads a tally off the cardboard faster. A finger that is stuck on a button,
or a program, would otherwise fill memory and make the game slow to open again."""

ENTRIES_A_SEAT: Final = 3000
"""How many entries of one game one seat (or the panel) may tell, taken back ones included: a long evening has some 300 at
the whole table. A game in which all ten seats reach it still opens again in seconds, and takes some 100 MB."""

MOST_PLAYED_AGAIN: Final = 50_000
"""How many answers the corrections of one record may have played again: some seconds. A game of 300 answers in which every
third was corrected at once takes a few hundred."""

LONGEST_NUMBER: Final = 40
"""Digits of a number in a file. Longer ones count nothing on a table, and Python refuses to print what becomes of them."""

TOML_LETTERS: Final = 512 * 1024
"""Of a file in TOML: all words of all our games in one language have some 150,000."""
TOML_LINE: Final = 8 * 1024
"""Letters of one of its lines: the longest that we know of is a hall's key, with some 3,500."""
TOML_DOTS: Final = 32
"""Dots outside strings in one of its lines. A key of so many parts is still cheap: its cost grows with their square."""
TOML_MARKS: Final = 12_000
"""Dots and opening brackets outside strings in the whole file. A file of all our words in one language, its keys written
out, has some 7,000; each may cost a kilobyte of memory."""

THING_BYTES: Final = 64 * 1024
"""Of a thing that an owner keeps, as JSON: a sheet layout of the largest map with fifty pieces has some 5,000."""
THINGS: Final = 50
"""Kept at a time, of all games together: an owner has a sheet or a box of each, and some drafts."""
REVISIONS: Final = 20
"""Of a thing, the last ones: what one did by mistake one sees soon. With THINGS of THING_BYTES they take 64 MB of disk."""
THING_LETTERS: Final = 32
"""Of the id that a phone makes up for a thing: ours have so many. It has at least half of them, so that no two are alike."""

# What comes over the network

ASKING_SECONDS: Final = 20.0
"""From the first byte of a question, or from coming in, to the question's last byte: a phone at the edge of the network
takes a few seconds, and whoever dribbles on purpose holds a connection for no longer than this."""
ASKING: Final = 256
"""So many may be asking at a time; for one more, the one that has taken longest goes. Who asks as phones do is done in
no time, so it is never that one."""
HEAD_BYTES: Final = 32 * 1024
"""Of a question's head. A phone's is one or two thousand."""
ANSWER_BYTES: Final = 16 * 1024
"""Of an answer's body: the longest good one is a tenth of it. Of a longer one so much and a byte more is read, and it is
told so."""
BODY_BYTES: Final = THING_BYTES + 4 * 1024
"""Of any other question's: a kept thing, whole, and what is said beside it."""
UPDATE_BYTES: Final = 256 * 1024 * 1024
"""Of an update that the host sends, in pieces of a question each: ours have 22 MB."""
QUESTION_BYTES: Final = HEAD_BYTES + BODY_BYTES + 28 * 1024
"""Of a question with all that belongs to it: line, head, body and its framing, what follows the body. Room to be told that a
body is too long; times ASKING it is 32 MiB, which the smallest Raspberry Pi has to spare."""

CONNECTIONS: Final = 1024
"""Open at a time. A table of ten with two browsers each and six connections a browser has 120."""
CONNECTIONS_OF_ONE: Final = 256
"""Of one address. A browser opens at most six to one place, however many pages it shows, so forty browsers behind one
router (a guest network, a phone that shares its own) still fit."""
ARRIVING: Final = 256
"""Connections that the system has taken and the box has not looked at yet: a full table's, twice, in the moment in which all
come back. One more has to knock again."""
SEND_BUFFER: Final = 64 * 1024
"""Bytes that the system keeps for one phone that does not read: two full screens."""
GONE_MS: Final = 10_000
"""A phone that vanished without a word is given up after this long."""
IDLE_SECONDS: Final = 75
"""A connection on which nothing is asked stays open so long: phones think between two answers."""

PLACES: Final = 8
"""From so many places at most one seat's looks are told apart: two are enough to say that somebody else looks too."""

CHANGES_AT_ONCE: Final = 60
"""How often one phone may change something beside the game in a row (language, sign, order, options, drafts): a host who
seats ten people and looks through all games and options needs some forty."""
SECONDS_A_CHANGE: Final = 1
"""One more becomes free after so long. Each change writes some 12 KB to the card: a program that never stops writes 170 MB
in an evening of four hours."""

PICTURES_OF_ONE: Final = 2
"""Pictures of finished games that one phone may wait for: somebody taps twice. Each takes a Raspberry Pi a second or two."""
PICTURES_KEPT: Final = 8
"""Of those that were drawn, the last ones: an evening's games in two or three languages. Each has some 40 KB."""

STREAMS_OF_SEAT: Final = 8
"""Open at a time: a browser has six connections to one place at most, and somebody may have a second phone. For one more the
oldest goes of the address that has most of them."""
STREAMS_AT_ONCE: Final = 30
"""How often one address may open streams of one seat in a row: a phone that wakes, turns and reloads all evening opens one
at a time."""
SECONDS_A_STREAM: Final = 1
"""One more becomes free after so long: a page whose stream breaks opens it again twice as fast at most."""

BEAT_SECONDS: Final = 2
"""So often every stream hears something: two beats that are late or lost are no silence yet."""
SILENT_SECONDS: Final = 5
"""After so long without a word a page says that it has lost the box, and asks again."""
AGED_SECONDS: Final = 12
"""After so long it says how old its picture is, in the place of what was to be done."""

# Who comes in, and under which name

WRONG_CODES: Final = 30
"""From one address in a row before it has to wait: a table of ten mistypes three times each."""
SECONDS_A_GUESS: Final = 2
"""One more wrong code becomes free after so long. At that pace the codes there are take some sixty years."""
PACES_KNOWN: Final = 1000
"""The box remembers the pace of so many addresses, or phones: a home has some dozens. For one more it forgets the one that
did something longest ago."""
OLD_CODE_SECONDS: Final = 600
"""A code that was replaced still opens for guests who are just typing it."""

CLAIM_SECONDS: Final = 180
"""A claim that nobody answers is gone after so long: people look up from their cards within that."""
CLAIM_DENIED_SECONDS: Final = 30
"""After the seat's own phone said no to a claim, box or host have so long to say yes all the same: somebody else may have
that phone in hand."""
CLAIMS_WAITING: Final = 10
"""At a time, one for each seat there can be. For one more the oldest of the address that has most ends: nobody keeps others
from being heard by asking often."""
CLAIMS_AT_ONCE: Final = 10
"""How often one address may ask for seats in a row: a whole table behind one router comes back."""
SECONDS_A_CLAIM: Final = 10
"""One more becomes free after so long: people answer a claim within that, and press nothing faster."""
CLAIM_PAUSE: Final = 2.0
"""Seconds after an answer in which the next claim takes none: whoever presses twice has not read it."""

NEWS_ANSWERS: Final = 6
"""After so many answers that all learn of, a new phone is no news any more: everybody has looked up several times, and the
story keeps it. Where a seat answers openly it does so within that, and nothing is told of it from then on; one that answers
under seal alone would else be told of to the end."""

HOST_LOST_SECONDS: Final = 60.0
"""Without a stream or a question of the host's phone it counts as lost; one that is locked for a moment is not."""
ROOM_GONE_SECONDS: Final = 5.0
"""Without a stream of a room's screen nobody watches it, so phones go on by themselves. A page that is loaded again, or a
box that restarts, is back sooner."""
PHONES_KNOWN: Final = 1000
"""Of so many it is known when they were heard last; the tokens of an evening are some dozens."""
ARRIVALS_KEPT: Final = 100
"""Of new phones, and of those let go, the last ones: an evening has fewer."""

SITS_AT_ONCE: Final = 20
"""How often one address may sit down in a row: a whole table behind one router, twice."""
SECONDS_A_SIT: Final = 5
"""One more becomes free after so long. Each writes some 12 KB to the card."""
SEATS_OF_ONE: Final = 5
"""More seats than this of one address, half of all there are, make room at a full table: the newest whose phone is not
there goes for somebody who comes from elsewhere."""

SEATS: Final = 10
"""At one table: as many as there are wooden pieces, and as the largest game takes."""
NAME_LETTERS: Final = 20
"""Of a name, as people count them: what a list has room for."""
NAME_CHARACTERS: Final = 160
"""Of all its letters together: a family emoji is one letter of up to eleven characters."""
NAME_MARKS: Final = 3
"""On one letter; more would run over the lines beside it."""

TALK_MINUTES: Final = 60
"""The longest talk that is timed."""

# What is put off until nobody answers

QUIET_SECONDS: Final = 1.0
"""Without a change make a lull: whoever taps several times in a row, or ten phones that answer one question, are through."""
PUT_OFF: Final = 60
"""So many times in a row a lull is waited for; then what was put off is done all the same, lest a game that never rests
fill the log."""

# What the box keeps open

FILES: Final = 4096
"""Files that the box asks the system for, as systemd/companion.service does: a connection is one."""
FILES_OF_OUR_OWN: Final = 128
"""Of these left for the journal, the display and the pins, however many connect."""

# What an answer may say

KEY_LETTERS: Final = 64
"""Of an answer's key: ours have 32. Every key is kept with its answer."""

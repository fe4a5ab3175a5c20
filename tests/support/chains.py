"""Checks the chain of hashes of a table."""

from companion.core.journal import entry_hash, head_hash
from companion.house.house import House


def chain_is_whole(house: House) -> bool:
    table = house.table
    assert table is not None
    hash_ = head_hash(table.head.fields())
    for n, kept in enumerate(house.journal.read(table.number), 1):
        if kept.n != n or kept.hash != entry_hash(table.head.chain, hash_, kept.fields(), kept.bits):
            return False
        hash_ = kept.hash
    return hash_ == table.moment.hash

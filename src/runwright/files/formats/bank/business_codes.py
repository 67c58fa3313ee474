"""The three-digit codes by which German banks say what a booking is, and those of SWIFT."""

from __future__ import annotations

from runwright.records.facts import TransactionType

_MEANINGS: dict[TransactionType, str] = {
    "purchase": "004 005 009 104 105 106 107 110 111 NDDT",
    "transfer": "008 020 051 052 054 116 117 118 119 152 166 168 169 177 191 192 194 198"
    " 201 202 203 204 205 206 NTRF NSTO NFEX",
    "salary": "053 153 NSAL",
    "income": "056 156",
    "refund": "059 108 109 159 181 182 183 184 185 NRTI",
    "cash": "082 083 NATM NCSH",
    "fee": "805 807 808 809 812 818 NCHG NCOM NBRF",
    "interest": "814 815 NINT",
    "own_transfer": "820 833 834 NCMI NCMN NCMS NCMZ",
    "investment": "303 304 305 306 307 320 330 NSEC NDIV NCPN",
}
_OF_CODE = {code: kind for kind, codes in _MEANINGS.items() for code in codes.split()}


def meaning(*codes: str, leaves: bool) -> TransactionType | None:
    """What the first known one of the codes says of money that leaves or arrives."""
    known = next((_OF_CODE[code] for code in codes if code in _OF_CODE), None)
    # A direct debit that brings money is one that the person drew, and no purchase.
    return None if known == "purchase" and not leaves else known

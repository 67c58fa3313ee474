"""The Merkle tree over an audit log (RFC 6962), its proofs, and the notes that sign it (C2SP).

A leaf is an entry's `hash` as 32 bytes, so that the tree grows out of that column alone. All but
`store` is pure; `checking` knows nothing of how `proving` works.
"""

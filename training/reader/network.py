"""The reader in PyTorch: the encoder of ms-marco-MiniLM-L-12-v2 over two texts, with three heads.
Of each word piece of a passage, how likely an answer begins there, and ends there: the first piece
of all stands for "not in here". Of the two texts together, whether words mean a record, and whether
an answer fits its question. `runwright.context.index.reader` computes the same without PyTorch."""

from __future__ import annotations

from torch import Tensor, nn

from runwright.context.index.reader_weights import FITS, LONGEST, MEANT, SPAN
from training.adapted import Encoder
from training.network import WIDTH

LAYERS, RANK = 12, 64
HEADS = (SPAN, MEANT, FITS)


class Reader(Encoder):
    """Word pieces of two texts in; logits out."""

    def __init__(self, dropout: float) -> None:
        super().__init__(layers=LAYERS, rank=RANK, places=LONGEST, dropout=dropout)
        self.span = nn.Linear(WIDTH, 2)
        self.match, self.fit = nn.Linear(WIDTH, 1), nn.Linear(WIDTH, 1)

    def spans(self, ids: Tensor, kinds: Tensor) -> Tensor:
        """Of each piece, the logits that an answer begins there and ends there."""
        logits: Tensor = self.span(self.drop(self.states(ids, kinds)))
        return logits.float()

    def marks(self, head: str, ids: Tensor, kinds: Tensor) -> Tensor:
        """Of each pair of texts, the logit that it is a match."""
        layer = self.match if head == MEANT else self.fit
        logits: Tensor = layer(self.drop(self.states(ids, kinds))[:, 0])
        return logits[:, 0].float()

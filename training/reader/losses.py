"""How wrong a batch was read."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from runwright.context.index.reader_weights import FITS, MEANT
from training.adapted import in_half_precision
from training.reader.batches import Batch, Integers, Marks, Padded, Spans
from training.reader.network import Reader

NEVER = -1e4
ACROSS = 0.5
"""How much it weighs which passage answers, beside where in a passage the answer stands."""
WEIGHTS = {MEANT: 1.0, FITS: 0.7}
"""How much words and candidates weigh beside passages."""


def loss_of(network: Reader, batch: Batch, device: str) -> Tensor:
    """Of a batch of any task."""
    ids, kinds = on_device(batch.padded, device)
    if isinstance(batch, Marks):
        wanted = torch.from_numpy(batch.wanted).to(device)
        with in_half_precision(device):
            logits = network.marks(batch.head, ids, kinds)
        loss = functional.binary_cross_entropy_with_logits(logits, wanted)
        return WEIGHTS[batch.head] * loss
    with in_half_precision(device):
        spans = network.spans(ids, kinds)
    return _of_spans(spans, batch, device)


def on_device(rows: Padded, device: str) -> tuple[Tensor, Tensor]:
    """Ids and kinds."""
    return _tensor(rows.ids, device), _tensor(rows.kinds, device)


def is_text(batch: Spans, device: str) -> Tensor:
    """Where an answer may begin and end."""
    begins = _tensor(batch.begins, device).unsqueeze(1)
    sizes = _tensor(batch.sizes, device).unsqueeze(1)
    places = torch.arange(batch.padded.ids.shape[1], device=device)
    return (places >= begins) & (places < begins + sizes)


def _of_spans(logits: Tensor, batch: Spans, device: str) -> Tensor:
    """In each passage, where the answer stands or that it is not there; and among all passages of a
    question together, where it stands."""
    text = is_text(batch, device)
    anywhere = text.clone()
    anywhere[:, 0] = True
    owners = _tensor(batch.owners, device)
    firsts, lasts = _tensor(batch.firsts, device), _tensor(batch.lasts, device)
    rows = firsts.nonzero().squeeze(1)
    loss = logits.new_zeros(())
    for side, wanted in enumerate((firsts, lasts)):
        own = logits[..., side]
        loss = loss + functional.cross_entropy(own.masked_fill(~anywhere, NEVER), wanted)
        inside = own.masked_fill(~text, NEVER)
        if len(rows):
            all_of_question = _summed(inside.logsumexp(1), owners, batch.questions)
            right = inside[rows].gather(1, wanted[rows].unsqueeze(1)).squeeze(1)
            loss = loss + ACROSS * (all_of_question[owners[rows]] - right).mean()
    return loss / 2


def _summed(rows: Tensor, owners: Tensor, count: int) -> Tensor:
    """The logarithm of the sum of the exponentials of each owner's rows."""
    most = rows.new_full((count,), -1e9).scatter_reduce(0, owners, rows, "amax")
    sums = rows.new_zeros(count).scatter_add(0, owners, (rows - most[owners]).exp())
    return sums.log() + most


def _tensor(values: Integers, device: str) -> Tensor:
    return torch.from_numpy(values).to(device, non_blocking=True).long()

"""How a conversation with a language model begins: what never changes first, then the task.

The system text and the tools are the same for every run of a snapshot and an agent, so that a
provider can keep them; the moment of the run stands behind them, with its task.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from runwright.minds.cited import is_result
from runwright.minds.types import Task
from runwright.minds.values import Item
from runwright.models.conversation import Message

_STANDING = (
    "You act for an agent. These are its standing instructions; follow them as far as they do "
    "not contradict what was said above:"
)
_LONGEST_EARLIER = 8_000


EARLIER = "conversation"
"""The kind of the items that hold what was asked and answered before."""


def is_earlier(item: Item) -> bool:
    """Whether an item is an earlier turn of the conversation, and no record."""
    return item.kind == EARLIER


def system_text(task: Task) -> str:
    """What the model is told about itself."""
    if task.language is None:
        raise LookupError("this task names no language model")
    text = task.language.system.strip()
    return f"{text}\n\n{_STANDING}\n{task.instructions}" if task.instructions else text


def opening_messages(
    task: Task, attached: Sequence[Item], earlier: Iterable[Item]
) -> list[Message]:
    """What was said before, and the task."""
    messages: list[Message] = []
    for turn in earlier:
        messages += (
            Message("user", turn.title),
            Message("assistant", turn.text[:_LONGEST_EARLIER]),
        )
    return [*messages, Message("user", _task_text(task, attached))]


def _task_text(task: Task, attached: Sequence[Item]) -> str:
    now = task.moment.now.astimezone(task.moment.zone)
    lines = [
        f"Now: {now:%A, %Y-%m-%d %H:%M} ({task.moment.zone.key})",
        f"Sources that may be read: {', '.join(task.read_sources) or 'none'}",
    ]
    if task.files:
        titles = {item.file: item.title for item in attached}
        named = (f"{each} ({titles[each]})" if titles.get(each) else each for each in task.files)
        lines.append(f"Attached files: {', '.join(named)}")
    if task.currency:
        lines.append(f"Currency: {task.currency}")
    for found in attached:
        if is_result(found.id):
            lines += ("", "The agent before you found, as data:", found.text)
    return "\n".join((*lines, "", "Task:", task.prompt))

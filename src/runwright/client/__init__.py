"""The Python client of Runwright, blocking and asynchronous. It imports nothing of the service.

from runwright.client import Runwright

with Runwright("http://127.0.0.1:8080", "rw_…") as client:
    run = client.runs.create(model="y0-fast", prompt="What is 17.5% of 1,240?")
    print(run.result.summary)
"""

from runwright.client.clients import AsyncRunwright, Runwright
from runwright.client.errors import (
    AlreadyDeleted,
    ApiError,
    ConnectionFailed,
    Internal,
    InvalidRequest,
    MalformedAnswer,
    NotEndedYet,
    NotFound,
    NotOurs,
    Overloaded,
    RateLimited,
    RunwrightError,
    ScopeDenied,
    StepLimit,
    TimedOut,
    Unauthenticated,
)
from runwright.client.types.access import (
    AuditEntry,
    AuditVerification,
    Checkpoint,
    ConsistencyProof,
    DeviceLogin,
    ErasureReceipt,
    InclusionProof,
    Key,
    LoginToken,
    Project,
    WaitingLogin,
)
from runwright.client.types.agents import Agent, Interpretation, InterpretedAgent, Network
from runwright.client.types.analytics import CostRow, Costs, QualityRow
from runwright.client.types.catalog import (
    ErrorDetail,
    ListedError,
    ListedModel,
    Model,
    ModelOrigin,
    ModelPrice,
    Tool,
    Version,
)
from runwright.client.types.common import KEEP, Budget, Deleted, Failure
from runwright.client.types.context import ContextItem, Entity
from runwright.client.types.events import Delivery, DeliveryDetail, Event, Webhook
from runwright.client.types.files import DeletedFile, Extraction, File
from runwright.client.types.proofs import Replay, RunProof
from runwright.client.types.runs import (
    Artifact,
    ContextEntry,
    Feedback,
    ModelEntry,
    PlanEntry,
    ResultEntry,
    Run,
    RunEvent,
    RunRequest,
    RunResult,
    RunSource,
    RunStep,
    RunUsage,
    StepEntry,
    Timeline,
    TraceEntry,
)
from runwright.client.version import VERSION
from runwright.client.webhooks import verify_webhook

__version__ = VERSION

__all__ = [
    "KEEP",
    "Agent",
    "AlreadyDeleted",
    "ApiError",
    "Artifact",
    "AsyncRunwright",
    "AuditEntry",
    "AuditVerification",
    "Budget",
    "Checkpoint",
    "ConnectionFailed",
    "ConsistencyProof",
    "ContextEntry",
    "ContextItem",
    "CostRow",
    "Costs",
    "Deleted",
    "DeletedFile",
    "Delivery",
    "DeliveryDetail",
    "DeviceLogin",
    "Entity",
    "ErasureReceipt",
    "ErrorDetail",
    "Event",
    "Extraction",
    "Failure",
    "Feedback",
    "File",
    "InclusionProof",
    "Internal",
    "Interpretation",
    "InterpretedAgent",
    "InvalidRequest",
    "Key",
    "ListedError",
    "ListedModel",
    "LoginToken",
    "MalformedAnswer",
    "Model",
    "ModelEntry",
    "ModelOrigin",
    "ModelPrice",
    "Network",
    "NotEndedYet",
    "NotFound",
    "NotOurs",
    "Overloaded",
    "PlanEntry",
    "Project",
    "QualityRow",
    "RateLimited",
    "Replay",
    "ResultEntry",
    "Run",
    "RunEvent",
    "RunProof",
    "RunRequest",
    "RunResult",
    "RunSource",
    "RunStep",
    "RunUsage",
    "Runwright",
    "RunwrightError",
    "ScopeDenied",
    "StepEntry",
    "StepLimit",
    "TimedOut",
    "Timeline",
    "Tool",
    "TraceEntry",
    "Unauthenticated",
    "Version",
    "WaitingLogin",
    "Webhook",
    "__version__",
    "verify_webhook",
]

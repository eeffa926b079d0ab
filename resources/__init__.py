"""Resources and executors of Dagster. They are made in `kg_assets.orchestration`; this folder only gives them the
usual name. An installed package does not hold it, because another program may have a `resources` too."""

from kg_assets.orchestration.executors import in_process_executor, process_executor
from kg_assets.orchestration.warehouse import WarehouseResource

__all__ = ["WarehouseResource", "in_process_executor", "process_executor"]

"""Resources and executors of Dagster. They ship as `kg_assets.orchestration`: a top level is shared with others."""

from kg_assets.orchestration.executors import in_process_executor, process_executor
from kg_assets.orchestration.warehouse import WarehouseResource

__all__ = ["WarehouseResource", "in_process_executor", "process_executor"]

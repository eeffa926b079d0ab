"""A process per step, with the build's locks held by the run that starts them."""

from collections.abc import Iterator

import dagster as dg
from dagster import Executor, InitExecutorContext
from dagster._core.execution.context.system import PlanOrchestrationContext
from dagster._core.execution.plan.plan import ExecutionPlan
from dagster._core.execution.retries import RetryMode

from resources.warehouse import engine_from_environment, holding_run


class _HoldingExecutor(Executor):
    def __init__(self, inner: Executor) -> None:
        self._inner = inner

    @property
    def retries(self) -> RetryMode:
        return self._inner.retries

    def execute(
        self, plan_context: PlanOrchestrationContext, execution_plan: ExecutionPlan
    ) -> Iterator[dg.DagsterEvent]:
        with holding_run(engine_from_environment(), plan_context.dagster_run, is_step=False):
            yield from self._inner.execute(plan_context, execution_plan)


def _make(context: InitExecutorContext) -> Executor:
    make = dg.multiprocess_executor.executor_creation_fn
    if make is None:
        raise TypeError("Dagster's multiprocess executor cannot be made")
    return _HoldingExecutor(make(context))


process_executor = dg.ExecutorDefinition(
    name="processes",
    config_schema=dg.multiprocess_executor.config_schema.as_field(),
    requirements=dg.multiple_process_executor_requirements(),
    executor_creation_fn=_make,
    description="Dagster's multiprocess executor under the locks of the build.",
)

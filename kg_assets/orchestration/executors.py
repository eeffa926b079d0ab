"""Dagster's executors, which also note on their run which process works on it, and hold the locks of its build. So a
run whose process has died can be told from one that is still going on."""

from collections.abc import Iterator

import dagster as dg
from dagster import Executor, InitExecutorContext
from dagster._core.execution.context.system import PlanOrchestrationContext
from dagster._core.execution.plan.plan import ExecutionPlan
from dagster._core.execution.retries import RetryMode

from kg_assets.orchestration.dead_runs import mark_run
from kg_assets.orchestration.warehouse import engine_from_environment, holding_run


class _MarkingExecutor(Executor):
    """Tags a run with the process that works on it. Without such a tag nobody can tell whether a run is dead."""

    def __init__(self, inner: Executor) -> None:
        self._inner = inner

    @property
    def retries(self) -> RetryMode:
        return self._inner.retries

    def execute(
        self, plan_context: PlanOrchestrationContext, execution_plan: ExecutionPlan
    ) -> Iterator[dg.DagsterEvent]:
        mark_run(plan_context.instance, plan_context.dagster_run.run_id)
        yield from self._inner.execute(plan_context, execution_plan)


class _HoldingExecutor(_MarkingExecutor):
    """Also holds the locks of the build while the processes of the steps run."""

    def execute(
        self, plan_context: PlanOrchestrationContext, execution_plan: ExecutionPlan
    ) -> Iterator[dg.DagsterEvent]:
        with holding_run(engine_from_environment(), plan_context.dagster_run, is_step=False):
            yield from super().execute(plan_context, execution_plan)


def _made(executor: dg.ExecutorDefinition, context: InitExecutorContext) -> Executor:
    make = executor.executor_creation_fn
    if make is None:
        raise TypeError(
            f"Dagster's executor {executor.name!r} cannot be made; install the Dagster version of requirements.lock"
        )
    return make(context)


in_process_executor = dg.ExecutorDefinition(
    name="in_process",
    config_schema=dg.in_process_executor.config_schema.as_field(),
    executor_creation_fn=lambda context: _MarkingExecutor(_made(dg.in_process_executor, context)),
    description="Every step in the process of the run.",
)

process_executor = dg.ExecutorDefinition(
    name="processes",
    config_schema=dg.multiprocess_executor.config_schema.as_field(),
    requirements=dg.multiple_process_executor_requirements(),
    executor_creation_fn=lambda context: _HoldingExecutor(_made(dg.multiprocess_executor, context)),
    description="Dagster's multiprocess executor under the locks of the build.",
)

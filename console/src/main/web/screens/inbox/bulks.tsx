import { useState } from "preact/hooks";
import type { Loaded } from "../../lib/data";
import type { Bulks, BulkState } from "../../lib/types";
import { count, number, words } from "../../lib/words";
import { Panel } from "../../parts/panel";
import { type Decision, OpenDecision } from "../../parts/reason-dialog";
import { ExecutionLink, Status } from "../../parts/status";
import { Text } from "../../parts/text";
import { Moment } from "../../parts/time";

/** Of those that do not run. */
const SHOWN = 5;

/** All that run, which can be stopped, and then the newest of the others. */
export function arranged(operations: BulkState[]): { shown: BulkState[]; left: number } {
  const running = operations.filter((each) => each.status === "RUNNING");
  const others = operations.filter((each) => each.status !== "RUNNING");
  return { shown: [...running, ...others.slice(0, SHOWN)], left: Math.max(0, others.length - SHOWN) };
}

/** The progress of decisions for many, and how to stop them. */
export function BulkList({ of, may }: { of: Loaded<Bulks>; may: boolean }) {
  const [open, show] = useState<Decision>();
  if (of.data?.operations.length === 0 && !of.problem && !open) {
    return null;
  }
  const { shown, left } = arranged(of.data?.operations ?? []);
  return (
    <>
      <Panel name="Decisions for many" title="Decisions for many" of={of}>
        {() => (
          <ul class="plain bulks">
            {shown.map((state) => (
              <Progress key={state.operation.operation} state={state} may={may} stop={show} />
            ))}
            {left > 0 && <li class="faint">and {count(left, "other")}</li>}
          </ul>
        )}
      </Panel>
      <OpenDecision decision={open} show={show} done={of.again} />
    </>
  );
}

/** What stopping does. Fixed when the dialog opens. */
function stopping({ operation }: BulkState): Decision {
  return {
    title: "Stop this decision for many",
    effect: `What it has done stays done: ${number(operation.done)} so far. The others are left as they are.`,
    path: `v1/bulk-operations/${operation.operation}/stop`,
  };
}

function Progress({ state, may, stop }: { state: BulkState; may: boolean; stop: (decision: Decision) => void }) {
  const { operation, order } = state;
  const running = state.status === "RUNNING";
  return (
    <li data-bulk={operation.operation}>
      <p>
        <Status value={state.status} /> <b>{words(order.verb)}</b> {order.action && <code><Text value={order.action} max={50} /></code>}{" "}
        {order.code && <Text value={order.code} max={50} />} by <Text value={operation.actor} max={50} />:{" "}
        <q><Text value={state.reason} max={160} /></q>
        {running && may && (
          <>
            {" "}
            <button type="button" class="quiet" onClick={() => stop(stopping(state))}>
              Stop
            </button>
          </>
        )}
      </p>
      <p class="faint">
        {number(operation.done)} done, {number(operation.refused)} refused, {number(operation.seen)} executions examined
        {state.lastStartedAt && running && <>; now at one that started <Moment time={state.lastStartedAt} /></>}
      </p>
      {operation.refusals.length > 0 && (
        <details>
          <summary>Why {count(operation.refused, "was", "were")} refused</summary>
          <ul class="plain">
            {operation.refusals.map((refusal, index) => (
              <li key={index}>
                <ExecutionLink id={refusal.execution}>{refusal.execution.slice(0, 13)}</ExecutionLink>{" "}
                {refusal.step && <Text value={refusal.step} max={60} />} <Text value={refusal.reason} max={200} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

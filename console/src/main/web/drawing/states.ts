import type { Drawing, Execution, ExecutionStep } from "../lib/types";
import { number, stepOf } from "../lib/words";
import { statusWords } from "../parts/status";

/** The steps of a node now. */
export interface NodeState {
  /** the one that matters most */
  status: string;
  counts: Map<string, number>;
  total: number;
}

const MATTERS = [
  "ESCALATED",
  "PROBING",
  "RUNNING",
  "COMPENSATING",
  "WAITING",
  "READY",
  "PENDING",
  "FAILED",
  "COMPENSATED",
  "COMPLETED",
  "SKIPPED",
];

/** The state of each node that has begun, by its id. Items and rounds are counted. */
export function states(drawing: Drawing, execution?: Execution): Map<string, NodeState> {
  const steps = new Map<string, ExecutionStep[]>();
  for (const step of execution?.steps ?? []) {
    const name = stepOf(step.step);
    const same = steps.get(name);
    if (same) {
      same.push(step);
    } else {
      steps.set(name, [step]);
    }
  }
  const found = new Map<string, NodeState>();
  for (const node of drawing.nodes) {
    if (node.kind === "COMPENSATION" || node.kind === "START" || node.kind === "CASE") {
      continue;
    }
    const counts = new Map<string, number>();
    let total = 0;
    for (const name of node.steps) {
      const own = steps.get(name) ?? [];
      // the step itself only stands for its items
      for (const step of own.length > 1 ? own.filter((each) => each.step !== name) : own) {
        counts.set(step.status, (counts.get(step.status) ?? 0) + 1);
        total++;
      }
    }
    const status = MATTERS.find((each) => counts.has(each));
    if (status) {
      found.set(node.id, { status, counts, total });
    }
  }
  return found;
}

export function stateWords(state?: NodeState): string {
  if (!state) {
    return "not begun";
  }
  return state.total === 1
    ? statusWords(state.status)
    : [...state.counts].map(([status, count]) => `${number(count)} ${statusWords(status)}`).join(", ");
}

/** The label of a node: its status, or how many of its steps are done. */
export function stateLabel(state: NodeState): string {
  if (state.total === 1) {
    return statusWords(state.status);
  }
  const done = (state.counts.get("COMPLETED") ?? 0) + (state.counts.get("SKIPPED") ?? 0);
  return `${number(done)} of ${number(state.total)} done${done < state.total ? ", " + statusWords(state.status) : ""}`;
}

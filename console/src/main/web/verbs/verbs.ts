import { segment } from "../lib/api";
import type { DrawingNode, Execution, ExecutionStep, Explanation, Failure } from "../lib/types";
import { stepOf } from "../lib/words";

export type Verb = "RETRY" | "PROBE" | "RESOLVE" | "SKIP" | "CANCEL" | "COMPENSATE" | "PAUSE" | "RESUME" | "MOVE" | "RERUN";

export const NAMES: Record<Verb, string> = {
  RETRY: "Try again",
  PROBE: "Ask the service",
  RESOLVE: "Resolve",
  SKIP: "Skip",
  CANCEL: "Cancel",
  COMPENSATE: "Undo",
  PAUSE: "Pause",
  RESUME: "Resume",
  MOVE: "Move",
  RERUN: "Run again",
};

const OF_STEPS: Verb[] = ["RETRY", "PROBE", "RESOLVE", "SKIP"];

/** Those that nothing makes up for. */
export const DANGEROUS: Verb[] = ["CANCEL", "COMPENSATE", "SKIP"];

/** What a verb is about. */
export interface Target {
  execution: Execution;
  explanation?: Explanation;
  nodes?: DrawingNode[];
  step?: string;
  purpose?: string;
  failure?: Failure;
}

export function isOfStep(verb: Verb): boolean {
  return OF_STEPS.includes(verb);
}

const SETTLED: ExecutionStep["status"][] = ["COMPLETED", "FAILED", "SKIPPED", "COMPENSATED"];

/** Whether it is being undone, as far as its steps show: its status does not say so while it is paused. */
function isUndoing(execution: Execution): boolean {
  return execution.steps.some((step) => step.purpose === "COMPENSATION" && !SETTLED.includes(step.status));
}

/** Verbs of an execution as a whole, in its status. */
export function verbsOf(execution: Execution): Verb[] {
  const moves: Verb[] = execution.action === undefined ? ["MOVE"] : []; // a job has one version
  switch (execution.status) {
    case "RUNNING":
    case "ESCALATED":
      return ["PAUSE", ...moves, "COMPENSATE", "CANCEL"];
    case "COMPENSATING":
      return ["PAUSE"];
    case "PAUSED":
      return isUndoing(execution) ? ["RESUME"] : ["RESUME", ...moves, "COMPENSATE", "CANCEL"];
    default:
      return execution.rerunAs ? [] : ["RERUN"];
  }
}

/** The steps that would be undone, the newest first; undefined if that is not known yet. */
export function undone({ execution, nodes }: Target): ExecutionStep[] | undefined {
  if (!nodes) {
    return undefined;
  }
  const undoable = new Set(nodes.filter((node) => node.marks.includes("UNDONE")).flatMap((node) => node.steps));
  return execution.steps
    .filter(
      (step) =>
        undoable.has(stepOf(step.step)) &&
        (step.status === "COMPLETED" || step.attempts > 0) &&
        step.status !== "COMPENSATED" &&
        step.status !== "SKIPPED",
    )
    .sort((one, other) => (other.beganAt ?? "").localeCompare(one.beganAt ?? ""));
}

/**
 * The address and the body of a decision. A payload is sent as it was written, so that no number in it changes.
 *
 * payload: JSON; undefined for none
 */
export function request(verb: Verb, target: Target, reason: string, payload?: string, from?: string): [string, string] {
  const path = "v1/executions/" + segment(target.execution.id);
  const why = `"reason":${JSON.stringify(reason)}`;
  if (isOfStep(verb)) {
    const data = payload === undefined ? "" : `,"${verb === "RESOLVE" ? "output" : "input"}":${payload}`;
    return [`${path}/steps/${segment(target.step ?? "")}/${verb.toLowerCase()}`, `{${why}${data}}`];
  }
  if (verb === "RERUN") {
    const data = payload === undefined ? "" : `,"input":${payload}`;
    return [`${path}/rerun`, `{${why},"from":${JSON.stringify(from)}${data}}`];
  }
  return [`${path}/${verb.toLowerCase()}`, `{${why}}`];
}

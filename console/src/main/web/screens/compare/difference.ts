import { saysInput } from "../../lib/inputs";
import { ExactNumber } from "../../lib/json";
import type { Execution, ExecutionStep, Failure, HistoryEntry } from "../../lib/types";
import { text } from "../../lib/words";

/** The text that stands for what the reader may not see, also within a longer text. */
const MASKED = "(masked)";

/** A comparison of two values. Nothing is said about a value of which a part is masked, or which was not read. */
export type Verdict = "same" | "different" | "masked" | "none" | "not read";

/** Stands for the input of a step whose event was not read. */
export const NOT_READ = Symbol("not read");

export function verdict(a: unknown, b: unknown): Verdict {
  if (a === NOT_READ || b === NOT_READ) {
    return "not read";
  }
  if (hides(a) || hides(b)) {
    return "masked";
  }
  if (a === undefined && b === undefined) {
    return "none";
  }
  return equal(a, b) ? "same" : "different";
}

function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof ExactNumber);
}

/** Whether a part of a value is masked, or a name in it. */
function hides(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === "string" && next.includes(MASKED)) {
      return true;
    }
    if (isBranch(next)) {
      for (const [name, each] of Object.entries(next)) {
        if (name.includes(MASKED)) {
          return true;
        }
        left.push(each);
      }
    }
  }
  return false;
}

/** Whether two values are the same JSON, in any order of names. */
function equal(a: unknown, b: unknown): boolean {
  const left: [unknown, unknown][] = [[a, b]];
  for (let pair = left.pop(); pair; pair = left.pop()) {
    const [one, other] = pair;
    if (!isBranch(one) || !isBranch(other)) {
      if (!isSameLeaf(one, other)) {
        return false;
      }
      continue;
    }
    const names = Object.keys(one);
    if (Array.isArray(one) !== Array.isArray(other) || names.length !== Object.keys(other).length) {
      return false;
    }
    for (const name of names) {
      if (!Object.hasOwn(other, name)) {
        return false;
      }
      left.push([(one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]]);
    }
  }
  return true;
}

/** Long numbers are the same if they are written the same. */
function isSameLeaf(a: unknown, b: unknown): boolean {
  return a instanceof ExactNumber && b instanceof ExactNumber ? a.source === b.source : a === b;
}

/** An execution with what its history says about the inputs of its steps. */
export class Side {
  private readonly inputs = new Map<string, unknown>();
  /** steps that were taken over, whose event names no input: they had that of the execution, or none, such as a wait */
  private readonly unnamed = new Set<string>();
  private readonly steps = new Map<string, ExecutionStep>();

  /** whether only the newest events were read */
  readonly cut: boolean;

  constructor(
    readonly execution: Execution,
    readonly history: HistoryEntry[],
  ) {
    this.cut = history[0]?.event.kind !== "executionStarted";
    execution.steps.forEach((step) => this.steps.set(step.step, step));
    history.forEach(({ event }) => this.read(event));
  }

  private read(event: HistoryEntry["event"]): void {
    if (!saysInput(event)) {
      return;
    }
    const step = text(event.step);
    if (event.kind === "stepRetried") {
      this.retried(step, event.input);
      return;
    }
    this.inputs.set(step, event.input !== undefined ? event.input : this.execution.input);
    if (event.kind === "stepTaken" && event.input === undefined) {
      this.unnamed.add(step);
    }
  }

  /** Without another input, the step keeps the one that it had. */
  private retried(step: string, input: unknown): void {
    if (input !== undefined) {
      this.inputs.set(step, input);
    } else if (!this.inputs.has(step)) {
      this.inputs.set(step, this.cut ? NOT_READ : this.execution.input);
    }
  }

  step(name: string): ExecutionStep | undefined {
    return this.steps.get(name);
  }

  /** The last input that went forward into a step; undefined for none. */
  input(name: string): unknown {
    return this.inputs.has(name) || !this.cut || !this.steps.has(name) ? this.inputs.get(name) : NOT_READ;
  }

  /** Whether it is unknown if the step had the input of the execution, or none. */
  mayHaveNone(name: string): boolean {
    return this.unnamed.has(name);
  }
}

export interface StepPair {
  name: string;
  a?: ExecutionStep;
  b?: ExecutionStep;
  input: Verdict;
  output: Verdict;
  /** whether anything but the durations differs, as far as the reader may see it */
  differs: boolean;
}

/** The steps of both, in the order of the first one. Those that only the second one has are at the end. */
export function pairs(a: Side, b: Side): StepPair[] {
  const names = new Set([...a.execution.steps, ...b.execution.steps].map((step) => step.step));
  return [...names].map((name) => {
    const [one, other] = [a.step(name), b.step(name)];
    const input = inputs(name, a, b);
    const output = verdict(one?.output, other?.output);
    const differs =
      one?.status !== other?.status ||
      one?.attempts !== other?.attempts ||
      codeOf(one?.failure, other?.failure) === "different" ||
      input === "different" ||
      output === "different";
    return { name, a: one, b: other, input, output, differs };
  });
}

/** A step that may have had no input had none if that of the other execution has none. */
function inputs(name: string, a: Side, b: Side): Verdict {
  const [one, other] = [a.input(name), b.input(name)];
  const none = (one === undefined && b.mayHaveNone(name)) || (other === undefined && a.mayHaveNone(name));
  return none ? "none" : verdict(one, other);
}

export function codeOf(a: Failure | undefined, b: Failure | undefined): Verdict {
  return verdict(a?.code, b?.code);
}

/** How long a step took, or has taken up to its last event; undefined if it has not begun. */
export function took(step: ExecutionStep): number | undefined {
  return step.beganAt && step.since ? Date.parse(step.since) - Date.parse(step.beganAt) : undefined;
}

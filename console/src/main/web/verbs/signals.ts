import { stepOf } from "../lib/words";

/** A signal that steps of a workflow wait for, or whose time it moves. */
export interface Expected {
  name: string;
  /** those of the steps that may take it: the data must satisfy all of them */
  schemas: unknown[];
  steps: string[];
}

type Members = Record<string, unknown>;

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === "string");
}

/** A group such as order.ship is a part of the definition of its workflow. */
export function deployedName(workflow: string): string {
  return workflow.split(".")[0] ?? workflow;
}

function stepsOf(part: unknown): Members {
  const steps = isObject(part) ? part.steps : undefined;
  const last = isObject(part) ? part.finally : undefined;
  return { ...(isObject(steps) ? steps : {}), ...(isObject(last) ? last : {}) };
}

/**
 * The signals of a workflow, in the order of its steps.
 *
 * workflow: the one of the execution, which may be a group
 */
export function expectedOf(definition: unknown, workflow: string): Expected[] {
  const part = workflow
    .split(".")
    .slice(1)
    .reduce<unknown>((from, group) => stepsOf(from)[group], definition);
  const found = new Map<string, Expected>();
  const add = (name: string, step: string, schema?: unknown) => {
    const signal = found.get(name) ?? { name, schemas: [], steps: [] };
    signal.steps.push(step);
    if (schema !== undefined) {
      signal.schemas.push(schema);
    }
    found.set(name, signal);
  };
  for (const [step, content] of Object.entries(stepsOf(part))) {
    if (isObject(content)) {
      const wait = content.await;
      textsOf(isObject(wait) ? wait.signal : wait).forEach((name) => add(name, step, isObject(wait) ? wait.schema : undefined));
      textsOf(isObject(wait) ? wait.updateOn : undefined).forEach((name) => add(name, step));
      textsOf(content.updateOn).forEach((name) => add(name, step));
    }
  }
  return [...found.values()];
}

/** Those that a step takes; all of them if it is not known. */
export function expectedBy(all: Expected[], step?: string): Expected[] {
  const own = step === undefined ? [] : all.filter((each) => each.steps.includes(stepOf(step)));
  return own.length ? own : all;
}

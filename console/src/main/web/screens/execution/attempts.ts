import type { Failure, HistoryEntry } from "../../lib/types";
import { text } from "../../lib/words";
import { NOT_READ } from "../compare/difference";

/** A checkpoint that an attempt has reported. */
export interface Checkpoint {
  at: string;
  value: unknown;
}

/** One attempt of a step, as far as the history tells it. */
export interface Attempt {
  /** such as FORWARD 2 */
  id: string;
  purpose: string;
  number: number;
  agent: string;
  from: string;
  /** undefined while it goes on */
  to?: string;
  failure?: Failure;
  /** undefined for none */
  output?: unknown;
  /** of the service, to a probe */
  answer?: unknown;
  checkpoints: Checkpoint[];
  /** NOT_READ if the event that names it was not read; undefined for none */
  input?: unknown;
}

type Event = HistoryEntry["event"];

/**
 * The attempts of a step, the oldest first.
 *
 * own: the input of the execution, which is that of a step without another one
 */
export function attemptsOf(history: HistoryEntry[], step: string, own: unknown): Attempt[] {
  const isWhole = history[0]?.event.kind === "executionStarted";
  const all = new Map<string, Attempt>();
  const inputs = new Map<string, unknown>();
  for (const { event, at } of history) {
    if (event.step !== step) {
      continue;
    }
    const purpose = text(event.purpose) || purposeOf(event);
    const id = `${purpose} ${text(event.attempt)}`;
    const attempt = all.get(id);
    switch (event.kind) {
      case "stepReady":
        inputs.set(purpose, event.input !== undefined || purpose !== "FORWARD" ? event.input : own);
        break;
      case "stepRetried":
        if (event.input !== undefined) {
          inputs.set(purpose, event.input);
        }
        break;
      case "stepStarted":
        all.set(id, {
          id,
          purpose,
          number: Number(event.attempt),
          agent: text(event.agent),
          from: at,
          checkpoints: [],
          input: inputs.has(purpose) || isWhole ? inputs.get(purpose) : NOT_READ,
        });
        break;
      case "checkpointRecorded":
        attempt?.checkpoints.push({ at, value: event.checkpoint });
        break;
      case "attemptFailed":
      case "stepCompleted":
      case "stepCompensated":
      case "probeAnswered":
        if (attempt && attempt.to === undefined) {
          Object.assign(attempt, { to: at, failure: event.failure, output: event.output, answer: event.answer });
        }
        break;
      default:
        // says nothing about one attempt
        break;
    }
  }
  return [...all.values()];
}

/** That of events which do not say it. */
function purposeOf({ kind }: Event): string {
  return kind === "stepCompensated" ? "COMPENSATION" : kind === "probeAnswered" ? "PROBE" : "FORWARD";
}

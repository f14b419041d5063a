import type { ComponentChildren } from "preact";
import type { Event, Failure } from "../lib/types";
import { number, text, words } from "../lib/words";
import { ExecutionLink } from "../parts/status";
import { Text } from "../parts/text";
import { Moment } from "../parts/time";

export type Mood = "start" | "plain" | "good" | "bad" | "wait" | "person" | "undo" | "end";

/** One event in plain words. */
export interface Sentence {
  text: ComponentChildren;
  mood: Mood;
  actor?: string;
  reason?: string;
  failure?: Failure;
}

function Step({ of }: { of: Event }) {
  return (
    <b>
      <Text value={text(of.step)} max={80} />
    </b>
  );
}

function Attempt({ of }: { of: Event }) {
  const purpose = of.purpose === "COMPENSATION" ? "to undo" : of.purpose === "PROBE" ? "to ask about" : "of";
  return (
    <>
      attempt {text(of.attempt)} {purpose} <Step of={of} />
    </>
  );
}

function Work({ of }: { of: Event }) {
  return (
    <>
      {of.purpose === "COMPENSATION" ? "undoing " : of.purpose === "PROBE" ? "asking about " : ""}
      <Step of={of} />
    </>
  );
}

const WAITS: Record<string, string> = {
  TIMER: "its time",
  BACKOFF: "the next attempt",
  PAUSE: "the end of its pause, and then tries again",
  ROUND: "its next round",
  THROTTLED: "the time that the service named",
  SIGNAL: "a signal",
};

const SKIPS: Record<string, string> = {
  CONDITION: "its condition does not hold",
  PREDECESSORS: "the steps before it were skipped, or chose another way",
  WITHDRAWN: "it was not done yet when the undoing began",
  OPERATOR: "a person decided so",
};

const ANSWERS: Record<string, string> = {
  done: "it was done",
  notDone: "it was not done",
  running: "it is still at it",
  unknown: "it does not know",
};

function answer(of: Event): string {
  const kind = text((of.answer as { kind?: unknown } | undefined)?.kind);
  return ANSWERS[kind] ?? words(kind);
}

function who(of: Event): Pick<Sentence, "actor" | "reason"> {
  return { actor: text(of.actor) || undefined, reason: text(of.reason) || undefined };
}

function why(of: Event): Pick<Sentence, "failure"> {
  return { failure: of.failure as Failure | undefined };
}

type Teller = (event: Event) => Sentence;

const OF_STEPS: Record<string, Teller> = {
  stepTaken: (e) => ({ text: <><Step of={e} /> was taken over from the earlier execution</>, mood: "plain" }),
  stepReady: (e) => ({ text: <>Ready for <Work of={e} />: queued for an agent</>, mood: "plain" }),
  childStarted: (e) => ({
    text: <><Work of={e} /> is done by <ExecutionLink id={text(e.child)}>another execution</ExecutionLink></>,
    mood: "plain",
  }),
  itemsStarted: (e) => ({
    text: <><Step of={e} /> begins with {Array.isArray(e.items) ? number(e.items.length) : "its"} items</>,
    mood: "plain",
  }),
  roundEnded: (e) => ({ text: <>A round of <Step of={e} /> is done; another one follows</>, mood: "plain" }),
  roundUndone: (e) => ({ text: <>A round of <Step of={e} /> is undone</>, mood: "undo", ...who(e) }),
  roundFound: (e) => ({ text: <>The round before of <Step of={e} /> is undone next</>, mood: "undo" }),
  signalTaken: (e) => ({
    text: <>
      <Step of={e} /> took the signal <Text value={text(e.signal)} max={80} />
      {e.unusable === true ? ", which gives no time and has no effect" : ""}
    </>,
    mood: "plain",
  }),
  stepStarted: (e) => ({
    text: <>Began <Attempt of={e} /> at the agent <Text value={text(e.agent)} max={60} />; complete by <Moment time={text(e.completeBy)} /></>,
    mood: e.purpose === "COMPENSATION" ? "undo" : "plain",
  }),
  checkpointRecorded: (e) => ({ text: <>Progress of <Attempt of={e} /></>, mood: "plain" }),
  attemptFailed: (e) => ({ text: <>Failed: <Attempt of={e} /></>, mood: "bad", ...why(e) }),
  stepNotStarted: (e) => ({ text: <>No agent took <Step of={e} /> in time</>, mood: "bad", ...why(e) }),
  stepWaiting: (e) => ({
    text: <><Work of={e} /> waits for {WAITS[text(e.reason)] ?? words(text(e.reason))}, until <Moment time={text(e.until)} /></>,
    mood: "wait",
  }),
  stepResumed: (e) => ({ text: <>The wait is over for <Work of={e} /></>, mood: "plain" }),
  probeAnswered: (e) => ({ text: <>The service answered about <Step of={e} />: {answer(e)}</>, mood: "plain" }),
  stepCompleted: (e) => ({ text: <>Done: <Step of={e} /></>, mood: "good" }),
  stepFailed: (e) => ({
    text: <><Step of={e} /> failed{e.continued ? "; the execution continues without it" : ""}</>,
    mood: "bad",
    ...why(e),
  }),
  stepSkipped: (e) => ({
    text: <>Skipped <Step of={e} />{e.actor ? "" : ": " + (SKIPS[text(e.skipReason)] ?? words(text(e.skipReason)))}</>,
    mood: "plain",
    ...who(e),
  }),
  stepEscalated: (e) => ({ text: <>Needs a person: <Work of={e} /></>, mood: "person", ...why(e) }),
  stepRetried: (e) => ({
    text: <>Another try for <Work of={e} />{e.input !== null && e.input !== undefined ? ", with another input" : ""}</>,
    mood: "person",
    ...who(e),
  }),
  probeRequested: (e) => ({ text: <>Asks the service about <Step of={e} /></>, mood: "person", ...who(e) }),
  stepResolved: (e) => ({ text: <>Resolved <Step of={e} /> with an output</>, mood: "person", ...who(e) }),
  stepCompensated: (e) => ({ text: <>Undone: <Step of={e} /></>, mood: "undo", ...who(e) }),
  lateReportKept: (e) => ({ text: <>A report came too late for <Attempt of={e} />; it is kept as evidence</>, mood: "bad", ...why(e) }),
};

const OF_EXECUTIONS: Record<string, Teller> = {
  executionStarted: (e) => ({
    text: (
      <>
        Started {text(e.workflow)} version {text(e.version)}
        {e.key ? <> with the key <Text value={text(e.key)} max={80} /></> : null}
        {e.rerun ? " as a re-run" : null}
        {e.parent ? " for a step of another execution" : null}
      </>
    ),
    mood: "start",
  }),
  executionDelayed: (e) => ({ text: <>Begins at <Moment time={text(e.until)} /></>, mood: "wait" }),
  executionBegun: () => ({ text: "The delay is over", mood: "plain" }),
  signalReceived: (e) => ({ text: <>The signal <Text value={text(e.signal)} max={80} /> arrived</>, mood: "plain", ...who(e) }),
  cancelRequested: (e) => ({ text: "Cancelled: all that was done is undone", mood: "person", ...who(e) }),
  compensationRequested: (e) => ({ text: "To be undone", mood: "person", ...who(e) }),
  executionPaused: (e) => ({ text: "Paused", mood: "person", ...who(e) }),
  executionResumed: (e) => ({ text: "Resumed", mood: "person", ...who(e) }),
  executionMoved: (e) => ({ text: <>Moved to version {text(e.version)}</>, mood: "person", ...who(e) }),
  compensationStarted: (e) => ({ text: "Undoing begins", mood: "undo", ...why(e) }),
  completionStarted: (e) => ({ text: <><Text value={text(e.endedBy)} max={80} /> ends the execution</>, mood: "good" }),
  forwardClosed: () => ({ text: "No attempt is open any more; steps are undone from here on", mood: "undo" }),
  finallyStarted: (e) => ({ text: <>The outcome is {words(text(e.outcome))}; the last steps run</>, mood: "plain" }),
  executionCompleted: () => ({ text: "Completed", mood: "good" }),
  executionCompensated: (e) => ({ text: "Undone completely", mood: "end", ...why(e) }),
  executionCancelled: (e) => ({ text: "Cancelled", mood: "end", reason: text(e.reason) || undefined }),
  executionFailed: (e) => ({ text: "Failed", mood: "bad", ...why(e) }),
};

/** Kinds of a later release are told by their name. */
export function sentence(event: Event): Sentence {
  const teller = OF_STEPS[event.kind] ?? OF_EXECUTIONS[event.kind];
  return teller?.(event) ?? { text: <>{event.kind}{event.step ? <> of <Step of={event} /></> : null}</>, mood: "plain" };
}

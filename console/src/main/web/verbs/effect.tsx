import type { ComponentChildren } from "preact";
import { count } from "../lib/words";
import { Text } from "../parts/text";
import { Until } from "../parts/time";
import { type Target, undone, type Verb } from "./verbs";

const NAMED_MAX = 12;

function Undone({ target }: { target: Target }) {
  const steps = undone(target);
  if (!steps) {
    return <>Everything that was done, or may have been done, is undone, the newest first.</>;
  }
  if (steps.length === 0) {
    return <>No step that was begun has an action that undoes it, so nothing is undone.</>;
  }
  return (
    <>
      {count(steps.length, "step")} {steps.length === 1 ? "is" : "are"} undone, the newest first:{" "}
      {steps.slice(0, NAMED_MAX).map((step, index) => (
        <span key={step.step}>
          {index > 0 && ", "}
          <b><Text value={step.step} max={60} /></b>
        </span>
      ))}
      {steps.length > NAMED_MAX && <> and {count(steps.length - NAMED_MAX, "other")}</>}.
    </>
  );
}

const RUNNING_MAX = 5;

/** The attempts that agents perform now. */
function UnderWay({ target, then }: { target: Target; then: string }) {
  const running = target.execution.steps.flatMap(({ step, now }) => (now.kind === "running" ? [{ step, now }] : []));
  if (running.length === 0) {
    return <>No attempt is under way.</>;
  }
  return (
    <>
      {count(running.length, "attempt is", "attempts are")} under way:{" "}
      {running.slice(0, RUNNING_MAX).map(({ step, now }, index) => (
        <span key={step}>
          {index > 0 && "; "}
          <b><Text value={step} max={60} /></b> at <Text value={now.agent} max={60} />, which counts as silent <Until time={now.completeBy} />
        </span>
      ))}
      {running.length > RUNNING_MAX && <> and {count(running.length - RUNNING_MAX, "other")}</>}. {then}
    </>
  );
}

/** How the engine handles the next failure of the step, as it says itself. */
function Rule({ target }: { target: Target }) {
  const policy = target.explanation?.steps.find(({ step }) => step === target.step)?.policy;
  return policy ? (
    <>
      {" "}
      The rule: <q data-rule><Text value={policy} max={400} /></q>
    </>
  ) : null;
}

/** What a verb will do, before it is done. */
export function Effect({ verb, target }: { verb: Verb; target: Target }) {
  const step = <b><Text value={target.step ?? "the step"} max={60} /></b>;
  const undoing = target.purpose === "COMPENSATION";
  const effects: Record<Verb, ComponentChildren> = {
    RETRY: undoing ? (
      <>
        Tries again to undo {step}, with all its attempts from the beginning. If it fails again, it comes back here.
        <Rule target={target} />
      </>
    ) : (
      <>
        Calls the action of {step} again, with all its attempts from the beginning. The idempotency key stays the same, so the service
        knows a request that it has seen. If it fails again, the policy of the step decides as it did before.
        <Rule target={target} />
      </>
    ),
    PROBE: (
      <>Asks the service what became of {step}. If it was done, the execution goes on; otherwise the policy of the step decides.</>
    ),
    RESOLVE: undoing ? (
      <>Takes {step} as undone, because you know that it is. Nothing is called, and the undoing goes on.</>
    ) : (
      <>Takes {step} as done, with the output that you write. Nothing is called, and the steps after it begin.</>
    ),
    SKIP: undoing ? (
      <>Leaves {step} as it is: done, and not undone. The undoing goes on with the other steps.</>
    ) : (
      <>Goes on without {step}. It has no output. If it may have been done, nothing undoes it.</>
    ),
    CANCEL: (
      <>
        No further step begins. <UnderWay target={target} then="Their results come first, because they say what there is to undo." />{" "}
        <Undone target={target} /> The execution ends as <b>cancelled</b>.
      </>
    ),
    COMPENSATE: (
      <>
        No further step begins. <UnderWay target={target} then="Their results come first, because they say what there is to undo." />{" "}
        <Undone target={target} /> The execution ends as <b>compensated</b>.
      </>
    ),
    PAUSE: (
      <>
        No work is given to agents and no wait ends, until it is resumed.
        {" "}
        <UnderWay target={target} then="They go on to their end, and their results count." />
      </>
    ),
    RESUME: <>Work goes on. Tries and timers that became due during the pause happen at once.</>,
    MOVE: (
      <>
        The execution goes on with the chosen version. Each step that has begun must exist there with the same meaning. If one does
        not, the move is refused with all obstacles, and nothing changes.
      </>
    ),
    RERUN: (
      <>
        Starts a new execution from the chosen step on, with the same input and labels. Steps before it are taken over and not called
        again. This execution stays as it is.
      </>
    ),
  };
  return <p>{effects[verb]}</p>;
}

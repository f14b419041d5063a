import type { ComponentChildren } from "preact";
import { useContext, useId, useState } from "preact/hooks";
import { query, segment } from "../lib/api";
import { type Loaded, useApi } from "../lib/data";
import { PastContext } from "../lib/past";
import { to } from "../lib/route";
import { duration, millis } from "../lib/time";
import type { Explanation, ExplanationStep, Forecast, Situation } from "../lib/types";
import { count, number, short, words } from "../lib/words";
import { FailureText } from "../parts/failure";
import { usePages } from "../parts/more";
import { Panel, ProblemNotice } from "../parts/panel";
import { ExecutionLink, Status } from "../parts/status";
import { Text } from "../parts/text";
import { Age, Moment, Until } from "../parts/time";
import { sentence } from "./sentences";

const STEPS_PAGE = 30;
const CAUSES = ["TRANSIENT", "THROTTLED", "BUSINESS", "POISON", "SILENT", "LOST"];

function Why({ situation: s }: { situation: Situation }) {
  switch (s.kind) {
    case "queued":
      return <>Queued for <Age time={s.since} suffix="" />, for an agent with a free slot.</>;
    case "unoffered":
      return (
        <>
          Queued for <Age time={s.since} suffix="" />. <b>No agent offers this action</b>
          {s.unoffered && <> since <Moment time={s.unoffered} /></>}: start one.
        </>
      );
    case "limited":
      return (
        <>
          Waits for its limit: {number(s.running)} running of {number(s.limit.concurrency)}
          {s.limit.rate ? `, ${s.limit.rate}` : ""}, {number(s.waiting)} waiting
          {s.next && <>; the next one may begin <Until time={s.next} /></>}. That uses up no attempts.
        </>
      );
    case "withheld":
      return s.actor ? (
        <>
          The service is <b>paused</b> since <Moment time={s.stopped} /> by <Text value={s.actor} />: <q><Text value={s.reason} /></q>. It
          waits until the service is resumed.
        </>
      ) : (
        <>
          The service fails for all callers since <Moment time={s.stopped} /> (<Text value={s.reason} />), so it is not called.
          {s.next ? <> It is tested again <Until time={s.next} />.</> : " It is being tested now."}
        </>
      );
    case "running":
      return (
        <>
          Runs at the agent <b><Text value={s.agent} max={60} /></b> for <Age time={s.startedAt} suffix="" />.
          {s.expectedBy && <> Expected by <Moment time={s.expectedBy} />.</>} Counts as silent <Until time={s.completeBy} />
          {s.heartbeat && <>, or {duration(millis(s.heartbeat))} without a sign of life</>}.
        </>
      );
    case "child":
      return <>Waits for <ExecutionLink id={s.child}>another execution</ExecutionLink> for <Age time={s.since} suffix="" />.</>;
    case "waiting":
      return s.signal ? (
        <>Waits for the signal <b><Text value={s.signal} max={60} /></b>, <Until time={s.until} />.</>
      ) : (
        <>Waits ({words(s.reason)}); goes on <Until time={s.until} />, at <Moment time={s.until} />.</>
      );
    case "needsPerson":
      return <><b>Needs a person</b>{s.since && <> for <Age time={s.since} suffix="" /></>}.</>;
  }
}

function Next({ forecast }: { forecast: Forecast }) {
  const c = forecast.consequence;
  const at = <Moment time={forecast.at} />;
  switch (c.kind) {
    case "retry":
      return (
        <>
          At {at}: attempt {c.budget.attempt}, the {c.budget.charged} of {c.budget.attemptsMax} that count, at <Moment time={c.at} />.
        </>
      );
    case "probe":
      return <>At {at}: asks the service by <code>{short(c.action, 60)}</code>.</>;
    case "pause":
      return <>At {at}: a pause until <Moment time={c.until} />, then round {c.round} of {c.rounds}.</>;
    case "compensate":
      return <>At {at}: the execution is undone.</>;
    case "escalate":
      return <>At {at}: a person has to decide.</>;
    case "continue":
      return <>At {at}: the execution goes on without the step.</>;
    case "close":
      return <>At {at}: the step ends, because nothing needs it any more.</>;
    case "complete":
      return <>At {at}: the step is done.</>;
  }
}

function WhatIf({ execution, step }: { execution: string; step: string }) {
  const [cause, choose] = useState("");
  const id = useId();
  const forecast = useApi<Forecast>(
    cause ? `v1/executions/${segment(execution)}/forecast${query({ step, cause, possiblyDone: "true" })}` : null,
  );
  return (
    <div class="what-if">
      <label for={id}>What if it fails now?</label>
      <select id={id} value={cause} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">choose how</option>
        {CAUSES.map((each) => (
          <option key={each} value={each}>
            {words(each)}
          </option>
        ))}
      </select>
      {forecast.problem && <ProblemNotice problem={forecast.problem} />}
      {forecast.data && (
        <>
          <p>
            <Next forecast={forecast.data} /> The execution is then {words(forecast.data.status)}.
          </p>
          <ul class="plain">
            {forecast.data.events.slice(0, 8).map((event, index) => (
              <li key={index}>{sentence(event).text}</li>
            ))}
            {forecast.data.moreEvents > 0 && <li>and {count(forecast.data.moreEvents, "more event")}</li>}
          </ul>
        </>
      )}
    </div>
  );
}

function OpenStep({ execution, step, children }: { execution: string; step: ExplanationStep; children: ComponentChildren }) {
  const { budget, situation } = step;
  const past = useContext(PastContext);
  return (
    <li class="open-step" data-step={step.step}>
      <h3>
        <a href={to(["execution", execution], { view: "graph", step: step.step, asOf: past?.asOf })}>
          <Text value={step.step} max={60} />
        </a>
        <Status value={step.status} />
      </h3>
      <p>
        <Why situation={situation} />
      </p>
      {step.failure && (
        <p class="by">
          Last failure: <FailureText failure={step.failure} whole />
        </p>
      )}
      {step.next && (
        <p>
          <span class="label">Next</span> <Next forecast={step.next} />
        </p>
      )}
      <p class="faint">
        {step.action && <code>{short(step.action, 60)}</code>}
        {budget && (
          <>
            {" "}· attempt {number(budget.attempt)}, {number(budget.charged)} of {number(budget.attemptsMax)} count
            {budget.rounds > 0 && <>, round {number(budget.round)} of {number(budget.rounds)}</>}
          </>
        )}
      </p>
      {step.policy && (
        <p class="faint">
          <Text value={step.policy} max={400} />
        </p>
      )}
      {children}
      {!past && situation.kind !== "needsPerson" && situation.kind !== "child" && <WhatIf execution={execution} step={step.step} />}
    </li>
  );
}

interface ExplainProps {
  of: Loaded<Explanation>;
  verbs?: (step: ExplanationStep) => ComponentChildren;
  /** the step that stands first, of which the page speaks */
  first?: string;
}

/** Why an execution waits, what happens next, and when. Stands beside everything. */
export function Explain({ of, verbs, first }: ExplainProps) {
  const past = useContext(PastContext);
  const steps = of.data?.steps ?? [];
  const isFirst = (step: ExplanationStep) => step.step === first;
  const { shown, more } = usePages([...steps.filter(isFirst), ...steps.filter((each) => !isFirst(each))], "open step", STEPS_PAGE);
  return (
    <Panel title={past ? "Why then, and what next" : "Why, and what next"} name="Why, and what next" of={of} class="explain">
      {(explanation) => (
        <>
          <p class="summary">
            <Text value={explanation.summary} max={600} />
          </p>
          {explanation.owner && explanation.owner.state !== "OWNED" && (
            <p class="notice wait">
              {explanation.owner.state === "MOVING"
                ? "It moves from one node to another."
                : "No node takes it: start an engine on this store."}
            </p>
          )}
          <ol class="open-steps">
            {shown.map((step) => (
              <OpenStep key={step.step} execution={explanation.execution} step={step}>
                {verbs?.(step)}
              </OpenStep>
            ))}
          </ol>
          {more}
          {explanation.more > 0 && <p class="faint">{count(explanation.more, "further open step")}; the graph and the data show them.</p>}
        </>
      )}
    </Panel>
  );
}

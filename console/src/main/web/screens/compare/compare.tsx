import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { call, query, segment } from "../../lib/api";
import { of } from "../../lib/changes";
import { OTHER_NODES_MS, useLoaded } from "../../lib/data";
import { changed, type Route, to } from "../../lib/route";
import { duration } from "../../lib/time";
import type { Execution, ExecutionStep, Failure, History } from "../../lib/types";
import { count, number, short, shortId } from "../../lib/words";
import { Heading } from "../../parts/page";
import { More } from "../../parts/more";
import { Panel } from "../../parts/panel";
import { ExecutionLink, Status } from "../../parts/status";
import { Table } from "../../parts/table";
import { Text } from "../../parts/text";
import { Age, Moment } from "../../parts/time";
import type { ScreenProps } from "../screen";
import { Choice } from "./choice";
import { codeOf, pairs, Side, type StepPair, took, type Verdict, verdict } from "./difference";
import { Judged } from "./judged";

/** The events of each execution that are read, at most: these know the inputs of steps. */
const EVENTS_MAX = 3_000;
const PAGE = 200;

async function side(id: string, signal: AbortSignal): Promise<Side> {
  const path = "v1/executions/" + segment(id);
  const [execution, history] = await Promise.all([
    call<Execution>(path, { signal }),
    call<History>(path + "/history" + query({ limit: EVENTS_MAX }), { signal }),
  ]);
  return new Side(execution, history.entries);
}

function ended(side: Side | undefined): Side | undefined {
  return side?.execution.endedAt ? side : undefined;
}

/** Two executions beside each other. */
export function CompareScreen({ route }: ScreenProps) {
  const a = route.query.get("a") ?? "";
  const b = route.query.get("b") ?? "";
  return (
    <main id="main" data-screen="compare">
      <header class="page-head">
        <p class="crumbs">
          <a href={to(["executions"])}>Executions</a>
        </p>
        <Heading name="Compare two executions">Compare two executions</Heading>
      </header>
      {a && b ? <Comparison key={a + " " + b} a={a} b={b} route={route} /> : <Choice key={a} first={a || b} />}
    </main>
  );
}

function Comparison({ a, b, route }: { a: string; b: string; route: Route }) {
  const sides = useLoaded<[Side, Side]>(
    `compare ${a} ${b}`,
    // what has ended does not change any more
    (signal, before) => Promise.all([a, b].map((id, index) => ended(before?.[index]) ?? side(id, signal))) as Promise<[Side, Side]>,
    { when: of(a, b), every: OTHER_NODES_MS },
  );
  return (
    <>
      <p class="row">
        <a href={changed(route, { a: b, b: a })}>Swap them</a>
        <a href={to(["compare"], { a })}>Compare the first with another one</a>
      </p>
      <Panel name="The executions" of={sides}>
        {([one, other]) => <Executions a={one} b={other} />}
      </Panel>
      <Panel name="Compared steps" of={sides} empty={([one, other]) => one.execution.steps.length + other.execution.steps.length === 0 && "No step has begun."}>
        {([one, other]) => <Steps a={one} b={other} />}
      </Panel>
    </>
  );
}

function Took({ execution: e }: { execution: Execution }) {
  return e.endedAt ? <>{duration(Date.parse(e.endedAt) - Date.parse(e.startedAt))}</> : <Age time={e.startedAt} suffix=" so far" />;
}

function Code({ failure }: { failure?: Failure }) {
  return failure ? <code>{short(failure.code, 40)}</code> : <span class="faint">none</span>;
}

/** A label may have the name of a function that every object has. */
function labelOf(execution: Execution, label: string): string | undefined {
  return Object.hasOwn(execution.labels, label) ? execution.labels[label] : undefined;
}

function Executions({ a, b }: { a: Side; b: Side }) {
  const [one, other] = [a.execution, b.execution];
  const labels = [...new Set([...Object.keys(one.labels), ...Object.keys(other.labels)])].sort();
  const row = (name: string, of: (e: Execution) => ComponentChildren, judged?: Verdict) => (
    <tr key={name} data-row={name}>
      <th scope="row">
        <Text value={name} max={60} />
      </th>
      <td>{of(one)}</td>
      <td>{of(other)}</td>
      <td>{judged && <Judged of={judged} />}</td>
    </tr>
  );
  const cut = [a, b].filter((each) => each.cut);
  return (
    <>
      {one.id === other.id && <p class="notice wait">This is the same execution twice.</p>}
      {one.workflow !== other.workflow && (
        <p class="notice wait">They are of different workflows: steps are compared by their names.</p>
      )}
      {cut.map((each) => (
        <p key={each.execution.id} class="notice wait" data-cut={each.execution.id}>
          Of <ExecutionLink id={each.execution.id} /> the newest {count(each.history.length, "event")} were read. Inputs of steps that are named
          in earlier events are not compared.
        </p>
      ))}
      <Table names={["Fact", "First", "Second", "Compared"]}>
        {row("Execution", (e) => <ExecutionLink id={e.id}><Text value={e.key ?? shortId(e.id)} max={48} /></ExecutionLink>)}
        {row("Workflow", (e) => <Text value={e.action ?? e.workflow} max={40} />, verdict(one.action ?? one.workflow, other.action ?? other.workflow))}
        {row("Version", (e) => number(e.version), verdict(one.version, other.version))}
        {row("Status", (e) => <Status value={e.status} />, verdict(one.status, other.status))}
        {row("Failure code", (e) => <Code failure={e.failure} />, codeOf(one.failure, other.failure))}
        {row("Failed step", (e) => e.failedStep && <Text value={e.failedStep} max={40} />, verdict(one.failedStep, other.failedStep))}
        {row("Started", (e) => <Moment time={e.startedAt} />)}
        {row("Took", (e) => <Took execution={e} />)}
        {row("Priority", (e) => number(e.priority), verdict(one.priority, other.priority))}
        {row("Input", () => null, verdict(one.input, other.input))}
        {row("Output", () => null, verdict(one.output, other.output))}
        {labels.map((label) =>
          row("Label " + label, (e) => <Text value={labelOf(e, label) ?? ""} max={40} />, verdict(labelOf(one, label), labelOf(other, label))),
        )}
      </Table>
    </>
  );
}

function Steps({ a, b }: { a: Side; b: Side }) {
  const [shown, show] = useState(PAGE);
  const [all, showAll] = useState(true);
  const compared = useMemo(() => pairs(a, b), [a, b]);
  const differing = compared.filter((pair) => pair.differs);
  const wanted = all ? compared : differing;
  return (
    <>
      <p class="row">
        <span data-differing={differing.length}>
          {number(differing.length)} of {count(compared.length, "step differs", "steps differ")}
        </span>
        <label class="check">
          <input type="checkbox" checked={!all} onChange={(event) => showAll(!event.currentTarget.checked)} /> Only these
        </label>
      </p>
      <Table names={["Step", "First", "Second", "Failure code", "Input", "Output"]}>
        {wanted.slice(0, shown).map((pair) => (
          <StepRow key={pair.name} pair={pair} a={a} b={b} />
        ))}
      </Table>
      <More left={wanted.length - shown} page={PAGE} of="step" show={() => show(shown + PAGE)} />
    </>
  );
}

function StepRow({ pair, a, b }: { pair: StepPair; a: Side; b: Side }) {
  return (
    <tr data-step={pair.name} class={pair.differs ? "is-different" : undefined}>
      <th scope="row">
        <Text value={pair.name} max={60} />
      </th>
      <td>
        <StepCell step={pair.a} id={a.execution.id} />
      </td>
      <td>
        <StepCell step={pair.b} id={b.execution.id} />
      </td>
      <td>
        <Judged of={codeOf(pair.a?.failure, pair.b?.failure)} />
      </td>
      <td>
        <Judged of={pair.input} />
      </td>
      <td>
        <Judged of={pair.output} />
      </td>
    </tr>
  );
}

function StepCell({ step, id }: { step?: ExecutionStep; id: string }) {
  if (!step) {
    return <span class="faint">not begun</span>;
  }
  const time = took(step);
  return (
    <>
      <a class="bare" href={to(["execution", id], { view: "graph", step: step.step })}>
        <Status value={step.status} />
      </a>{" "}
      <span class="faint">
        {count(step.attempts, "attempt")}
        {time !== undefined && ", " + duration(time)}
      </span>
      {step.failure && (
        <>
          {" "}
          <Code failure={step.failure} />
        </>
      )}
    </>
  );
}

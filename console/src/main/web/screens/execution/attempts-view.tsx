import type { ComponentChildren } from "preact";
import { useContext, useId } from "preact/hooks";
import { call, query, segment } from "../../lib/api";
import { of } from "../../lib/changes";
import { OTHER_NODES_MS, useLoaded } from "../../lib/data";
import { PastContext } from "../../lib/past";
import { changed, go, useRoute } from "../../lib/route";
import { duration } from "../../lib/time";
import type { ExecutionStep, History, HistoryEntry } from "../../lib/types";
import { count, number, short, words } from "../../lib/words";
import { Panel } from "../../parts/panel";
import { Table } from "../../parts/table";
import { Text } from "../../parts/text";
import { Moment, useNow } from "../../parts/time";
import { Tree } from "../../parts/tree";
import { NOT_READ, type Verdict, verdict } from "../compare/difference";
import { Judged } from "../compare/judged";
import { type Attempt, attemptsOf } from "./attempts";

const PART = 1_000;
const PARTS_MAX = 10;
const OFFERED_MAX = 500;

interface Read {
  /** those about the step, and the start of the execution if it was reached */
  entries: HistoryEntry[];
  /** how many events were looked at, if the history has more */
  cut?: number;
}

/** Reads the events of a step back to the start, in parts. */
async function eventsOf(id: string, step: string, asOf: string | undefined, signal: AbortSignal): Promise<Read> {
  const found: HistoryEntry[] = [];
  let before: number | undefined;
  let looked = 0;
  for (let part = 0; part < PARTS_MAX; part++) {
    const path = `v1/executions/${segment(id)}/history${query({ limit: PART, asOf, before })}`;
    const { entries } = await call<History>(path, { signal });
    const first = entries[0];
    looked += entries.length;
    found.unshift(...entries.filter(({ event }) => event.step === step || event.kind === "executionStarted"));
    if (!first || first.event.kind === "executionStarted") {
      return { entries: found };
    }
    before = first.seq;
  }
  return { entries: found, cut: looked };
}

interface Props {
  id: string;
  step: ExecutionStep;
  /** the input of the execution */
  own: unknown;
}

/** Two attempts of a step beside each other, when it is asked for. The address says which. */
export function CompareAttempts({ id, step, own }: Props) {
  const route = useRoute();
  if (step.attempts < 2 && step.purpose === "FORWARD") {
    return null;
  }
  const isOpen = route.query.get("attempts") === step.step;
  const ask = (attempts?: string) => go(changed(route, { attempts, first: undefined, second: undefined }), "replace");
  return (
    <>
      <p>
        <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => ask(isOpen ? undefined : step.step)}>
          {isOpen ? "Close the comparison" : "Compare attempts"}
        </button>
      </p>
      {isOpen && <Comparison id={id} step={step} own={own} />}
    </>
  );
}

function Comparison({ id, step, own }: Props) {
  const asOf = useContext(PastContext)?.asOf;
  const read = useLoaded(
    `attempts ${id} ${asOf ?? ""} ${step.step}`,
    (signal) => eventsOf(id, step.step, asOf, signal),
    asOf === undefined ? { when: of(id), every: OTHER_NODES_MS } : {},
  );
  return (
    <Panel name="Compared attempts" of={read}>
      {({ entries, cut }) => (
        <>
          {cut !== undefined && (
            <p class="notice wait">Of the newest {count(cut, "event")}. Earlier attempts, and inputs that earlier events name, are not shown.</p>
          )}
          <Two attempts={attemptsOf(entries, step.step, own)} />
        </>
      )}
    </Panel>
  );
}

/** The wanted one; without a wish, one of the last. */
function chosen(attempts: Attempt[], wanted: string | null, fromEnd: number): Attempt | undefined {
  return attempts.find((each) => each.id === wanted) ?? attempts[attempts.length - fromEnd];
}

function Two({ attempts }: { attempts: Attempt[] }) {
  const route = useRoute();
  const one = chosen(attempts, route.query.get("first"), 2);
  const other = chosen(attempts, route.query.get("second"), 1);
  const now = useNow();
  if (!one || !other) {
    return <p class="faint">It has fewer than two attempts.</p>;
  }
  const took = ({ from, to }: Attempt) => duration((to === undefined ? now : Date.parse(to)) - Date.parse(from)) + (to === undefined ? " so far" : "");
  const row = (name: string, show: (attempt: Attempt) => ComponentChildren, value?: (attempt: Attempt) => unknown) => (
    <Row name={name} shown={[show(one), show(other)]} judged={value && verdict(value(one), value(other))} />
  );
  const tree = (name: string, value: (attempt: Attempt) => unknown) => row(name, (each) => <Value value={value(each)} name={name} />, value);
  return (
    <>
      <div class="row">
        <Choice label="First" name="first" attempts={attempts} now={one} />
        <Choice label="Second" name="second" attempts={attempts} now={other} />
      </div>
      <Table names={["Fact", "First", "Second", "Compared"]}>
        {row("Purpose", (each) => words(each.purpose), (each) => each.purpose)}
        {row("Agent", (each) => <Text value={each.agent} max={60} />, (each) => each.agent)}
        {row("Started", (each) => <Moment time={each.from} />)}
        {row("Ended", (each) => each.to !== undefined && <Moment time={each.to} />)}
        {row("Took", took)}
        {row("Result", resultOf, resultOf)}
        {row("Cause", (each) => each.failure && words(each.failure.cause), (each) => each.failure?.cause)}
        {row("Code", (each) => each.failure && <code>{short(each.failure.code, 60)}</code>, (each) => each.failure?.code)}
        {row("Message", (each) => each.failure && <Text value={each.failure.message} max={400} />, (each) => each.failure?.message)}
        {row("Possibly done", (each) => each.failure && (each.failure.possiblyDone ? "yes" : "no"), (each) => each.failure?.possiblyDone)}
        {tree("Details", (each) => each.failure?.details)}
        {tree("Input", (each) => each.input)}
        {tree("Output", (each) => each.output)}
        {tree("Answer", (each) => each.answer)}
        {row("Checkpoints", (each) => number(each.checkpoints.length), (each) => each.checkpoints.length)}
        {tree("Last checkpoint", (each) => each.checkpoints[each.checkpoints.length - 1]?.value)}
      </Table>
    </>
  );
}

function resultOf({ to, failure }: Attempt): string {
  return failure ? "failed" : to === undefined ? "no result" : "done";
}

/** A fact that neither of the two has takes no place. */
function Row({ name, shown, judged }: { name: string; shown: [ComponentChildren, ComponentChildren]; judged?: Verdict }) {
  if (judged === "none") {
    return null;
  }
  return (
    <tr data-row={name} class={judged === "different" ? "is-different" : undefined}>
      <th scope="row">{name}</th>
      <td>{shown[0]}</td>
      <td>{shown[1]}</td>
      <td>{judged && <Judged of={judged} />}</td>
    </tr>
  );
}

function Value({ value, name }: { value: unknown; name: string }) {
  if (value === NOT_READ) {
    return <span class="faint">not read</span>;
  }
  return value === undefined ? <span class="faint">none</span> : <Tree value={value} name={name.toLowerCase()} />;
}

interface ChoiceProps {
  label: string;
  /** in the address */
  name: "first" | "second";
  attempts: Attempt[];
  now: Attempt;
}

function Choice({ label, name, attempts, now }: ChoiceProps) {
  const route = useRoute();
  const id = useId();
  return (
    <label class="row" for={id}>
      {label}{" "}
      <select id={id} value={now.id} onChange={(event) => go(changed(route, { [name]: event.currentTarget.value }), "replace")}>
        {attempts.slice(-OFFERED_MAX).map((each) => (
          <option key={each.id} value={each.id}>
            {each.purpose === "FORWARD" ? "attempt" : words(each.purpose)} {each.number}
            {each.failure ? ": " + short(each.failure.code, 40) : ""}
          </option>
        ))}
      </select>
    </label>
  );
}

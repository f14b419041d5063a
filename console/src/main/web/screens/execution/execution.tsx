import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { call, currentNamespace, query, segment } from "../../lib/api";
import { of } from "../../lib/changes";
import { type How, type Loaded, OTHER_NODES_MS, useApi, useLoaded } from "../../lib/data";
import { type Past, PastContext } from "../../lib/past";
import { changed, go, type Route, to } from "../../lib/route";
import { duration } from "../../lib/time";
import type { Drawing, DrawingNode, Execution, ExecutionListItem, Explanation, ExplanationStep, History, HistoryEntry } from "../../lib/types";
import { short, shortId } from "../../lib/words";
import { Facts, Heading, News, Tabs, useNews } from "../../parts/page";
import { Panel } from "../../parts/panel";
import { Copy, ExecutionLink, Status } from "../../parts/status";
import { Text } from "../../parts/text";
import { Age, Moment, Until } from "../../parts/time";
import { Explain } from "../../story/explain";
import { Story } from "../../story/story";
import { MakeLink, type OpenSignal, OpenSignalDialog, SendSignal } from "../../verbs/signal-dialog";
import { deployedName, expectedOf } from "../../verbs/signals";
import { type OpenVerb, OpenVerbDialog, Verbs } from "../../verbs/verb-dialog";
import { type Target, verbsOf } from "../../verbs/verbs";
import { Labels } from "../executions/labels";
import type { ScreenProps } from "../screen";
import { DataView } from "./data-view";
import { GraphView } from "./graph-view";
import { HistoryView } from "./history-view";
import { PastBanner } from "./past-banner";
import { TimelineView } from "./timeline-view";

const VIEWS = ["story", "graph", "timeline", "history", "data"];
const GOES_ON = ["RUNNING", "ESCALATED", "PAUSED"];
const PART = 300;
const KEPT_MAX = 5_000;

/** The newest events, or the last ones up to an event. What comes is added to what is there. */
function useHistory(id: string, asOf: string | undefined, how: How): Loaded<HistoryEntry[]> {
  const path = `v1/executions/${segment(id)}/history`;
  return useLoaded<HistoryEntry[]>(
    path + query({ asOf }),
    async (signal, before) => {
      const last = before?.[before.length - 1]?.seq;
      const { entries } = await call<History>(path + query({ limit: PART, asOf, after: last }), { signal });
      const gap = last !== undefined && entries.length > 0 && (entries[0]?.seq ?? 0) > last + 1;
      return before && !gap ? [...before, ...entries].slice(-KEPT_MAX) : entries;
    },
    how,
  );
}

/** The answers about an execution, of the present or of the past. Those of the past wait for its time. */
function useExecution(id: string, asOf: string | undefined) {
  const path = "v1/executions/" + segment(id);
  const how: How = asOf === undefined ? { when: of(id), every: OTHER_NODES_MS } : {};
  // the head of a large execution, long before the rest: what it is, and so its drawing
  const summary = useApi<ExecutionListItem>(asOf === undefined ? path + "/summary" : null);
  const execution = useApi<Execution>(path + query({ asOf }), how);
  const explanation = useApi<Explanation>(path + "/explanation" + query({ asOf }), how);
  const history = useHistory(id, asOf, how);
  const newest = history.data?.[history.data.length - 1];
  const at = newest && Date.parse(newest.at);
  const past = useMemo((): Past | undefined => (asOf === undefined ? undefined : { asOf, at }), [asOf, at]);
  const isKnown = !past || at !== undefined;
  return {
    past,
    history,
    head: execution.data ?? summary.data,
    execution: isKnown ? execution : untimed(execution, history),
    explanation: isKnown ? explanation : untimed(explanation, history),
  };
}

/** Without the data: words such as "for 3 min" have no meaning before the time of the event is known. */
function untimed<T>(of: Loaded<T>, time: Loaded<unknown>): Loaded<T> {
  const problem = of.problem ?? time.problem;
  return { loading: !problem, problem, at: 0, again: () => [of, time].forEach((each) => each.again()) };
}

/** Puts the focus on the past when it is chosen, and back to the top when it is left. */
function useBanner(asOf: string | undefined) {
  const banner = useRef<HTMLElement>(null);
  const before = useRef(asOf);
  useEffect(() => {
    if (asOf !== undefined && before.current === undefined) {
      banner.current?.focus();
    } else if (asOf === undefined && before.current !== undefined) {
      document.querySelector<HTMLElement>("main h1")?.focus();
    }
    before.current = asOf;
  }, [asOf]);
  return banner;
}

export function ExecutionScreen({ route, session }: ScreenProps) {
  const id = route.path[1] ?? "";
  const asOf = route.query.get("asOf") || undefined;
  const { past, head, execution, explanation, history } = useExecution(id, asOf);
  const banner = useBanner(asOf);
  const data = execution.data;
  const shape = useRef<Execution | ExecutionListItem>(); // the drawing stays while another event is read
  shape.current = data ?? shape.current ?? head;
  const view = VIEWS.find((each) => each === route.query.get("view")) ?? "story";
  const folded = route.query.get("folded") !== "false";
  const undo = route.query.get("undo") === "true";
  const drawing = useApi<Drawing>(
    shape.current && !shape.current.action
      ? `v1/definitions/${segment(shape.current.workflow)}/${shape.current.version}/drawing?folded=${folded}&compensations=${undo}`
      : null,
  );
  const [news, say] = useNews();
  const [decision, openVerb] = useState<OpenVerb>();
  const [signal, openSignal] = useState<OpenSignal>();
  const may = session.may("operator");
  const maySignal = session.may("starter", "operator");
  const done = (text: string, rerun?: string) => {
    say(text);
    [execution, explanation, history].forEach((each) => each.again());
    if (rerun) {
      go(to(["execution", rerun]));
    }
  };
  const target = data && !past ? { execution: data, explanation: explanation.data, nodes: drawing.data?.nodes } : undefined;
  const takesSignals = useTakesSignals(target?.execution, target?.nodes);
  const tabs = useMemo(
    () => VIEWS.map((each) => ({ id: each, name: each, to: changed(route, { view: each, step: undefined }) })),
    [route],
  );
  const name = head?.key ?? shortId(id);
  return (
    <PastContext.Provider value={past}>
      <main id="main" class="one" data-screen="execution">
        {past && <PastBanner id={id} past={past} route={route} banner={banner} />}
        <header class="page-head">
          <p class="crumbs">
            <a href={to(["executions"])}>Executions</a>
            {head && (
              <>
                {" "}
                / <a href={to(["executions"], { workflow: head.workflow })}><Text value={head.action ?? head.workflow} max={60} /></a>
              </>
            )}
          </p>
          <div class="row">
            <Heading name={short(name, 60)}>
              <Text value={name} max={80} />
            </Heading>
            {head && <Status value={head.status} />}
            {target && (
              <span class="spread">
                <Verbs verbs={verbsOf(target.execution)} may={may} open={openVerb} target={target} />
                {takesSignals && <SendSignal execution={target.execution} may={maySignal} open={openSignal} />}
              </span>
            )}
          </div>
          {data && <About execution={data} />}
          <News text={news} />
        </header>
        <div class="columns">
          <div class="main-column">
            <Tabs label="Views of the execution" tabs={tabs} now={view} />
            {view === "story" && <StoryView history={history} route={route} />}
            {view === "graph" && <GraphView drawing={drawing} execution={execution} route={route} />}
            {view === "timeline" && <TimelineView history={history} execution={execution} />}
            {view === "history" && <HistoryView key={id + " " + asOf} id={id} newest={history} route={route} />}
            {view === "data" && <DataView execution={execution} id={id} route={route} />}
          </div>
          <div class="side-column">
            <Explain
              of={explanation}
              verbs={(step) =>
                target && (
                  <OfStep step={step} target={target} may={may} maySignal={maySignal} openVerb={openVerb} openSignal={openSignal} />
                )
              }
            />
          </div>
        </div>
        <OpenVerbDialog decision={decision} show={openVerb} done={done} />
        <OpenSignalDialog form={signal} show={openSignal} done={done} />
      </main>
    </PastContext.Provider>
  );
}

interface OfStepProps {
  step: ExplanationStep;
  target: Target;
  may: boolean;
  maySignal: boolean;
  openVerb: (decision: OpenVerb) => void;
  openSignal: (form: OpenSignal) => void;
}

/** Verbs of an open step: decisions about it, or the signal that it waits for. */
function OfStep({ step, target, may, maySignal, openVerb, openSignal }: OfStepProps) {
  const situation = step.situation;
  if (situation.kind === "needsPerson") {
    const subject = { ...target, step: step.step, purpose: step.purpose, failure: step.failure };
    return <Verbs verbs={situation.verbs} may={may} open={openVerb} target={subject} />;
  }
  if (situation.kind === "waiting" && situation.signal !== undefined) {
    const form = { execution: target.execution, step: step.step, signal: situation.signal, may: maySignal, open: openSignal };
    return (
      <p class="row">
        <SendSignal {...form} />
        <MakeLink {...form} />
      </p>
    );
  }
  return null;
}

/** Whether a step of it takes a signal, now or later. Of a step that waits for a time, only the definition says so. */
function useTakesSignals(execution: Execution | undefined, nodes: DrawingNode[] | undefined): boolean {
  const has = (kind: DrawingNode["kind"]) => nodes?.some((node) => node.kind === kind) ?? false;
  const goesOn = execution && GOES_ON.includes(execution.status) ? execution : undefined;
  const definition = useApi<unknown>(
    goesOn && has("WAIT") && !has("AWAIT") ? `v1/definitions/${segment(deployedName(goesOn.workflow))}/${goesOn.version}` : null,
  );
  return goesOn !== undefined && (has("AWAIT") || expectedOf(definition.data, goesOn.workflow).length > 0);
}

function StoryView({ history, route }: { history: Loaded<HistoryEntry[]>; route: Route }) {
  return (
    <Panel name="Story" of={history} side={history.data && <span class="faint">newest first</span>}>
      {(entries) => (
        <>
          <Story entries={entries} />
          {entries[0] && (entries[0].event.kind !== "executionStarted" || entries.length > 200) && (
            <p class="faint">
              The story begins earlier: <a href={changed(route, { view: "history" })}>the history has all events</a>.
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

function About({ execution: e }: { execution: Execution }) {
  return (
    <>
      {e.failure && (
        <p class="failure-line">
          <code>{short(e.failure.code, 60)}</code> <Text value={e.failure.message} max={400} />
        </p>
      )}
      <Facts
        of={[
          [
            "Workflow",
            <>
              <a href={to(["workflows", e.workflow], { version: String(e.version) })}><Text value={e.action ?? e.workflow} max={60} /></a>{" "}
              {e.action ? "job" : "version " + e.version}
            </>,
          ],
          [
            "Started",
            <>
              <Moment time={e.startedAt} /> <span class="faint">(<Age time={e.startedAt} />)</span>
            </>,
          ],
          [
            "Ended",
            e.endedAt !== undefined && (
              <>
                <Moment time={e.endedAt} />{" "}
                <span class="faint">after {duration(Date.parse(e.endedAt) - Date.parse(e.startedAt))}</span>
              </>
            ),
          ],
          ["Complete by", !e.endedAt && e.completeBy !== undefined && <Until time={e.completeBy} />],
          ["Steps begun", String(e.steps.length)],
          ["Priority", e.priority !== 0 && String(e.priority)],
          ["Parent", e.parent !== undefined && <ExecutionLink id={e.parent}>{shortId(e.parent)}</ExecutionLink>],
          ["Undoes", e.undoes !== undefined && <ExecutionLink id={e.undoes}>{shortId(e.undoes)}</ExecutionLink>],
          ["Re-run of", e.rerun !== undefined && <Origin execution={e} />],
          ["Re-run as", e.rerunAs !== undefined && <ExecutionLink id={e.rerunAs}>{shortId(e.rerunAs)}</ExecutionLink>],
          ["Others", <a href={to(["compare"], { a: e.id })}>Compare with another one</a>],
          ["Namespace", currentNamespace() || undefined],
          [
            "Id",
            <>
              <span class="mono">{e.id}</span> <Copy text={() => e.id} />
            </>,
          ],
        ]}
      />
      <Labels labels={e.labels} />
    </>
  );
}

function Origin({ execution }: { execution: Execution }) {
  const rerun = execution.rerun;
  return rerun ? (
    <>
      <ExecutionLink id={rerun.of}>{shortId(rerun.of)}</ExecutionLink> from <Text value={rerun.from} max={40} />, by{" "}
      <Text value={rerun.actor} max={40} />: <q><Text value={rerun.reason} /></q>
    </>
  ) : null;
}

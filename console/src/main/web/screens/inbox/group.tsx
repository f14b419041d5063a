import { useEffect, useState } from "preact/hooks";
import { segment } from "../../lib/api";
import { of } from "../../lib/changes";
import { OTHER_NODES_MS, useApi } from "../../lib/data";
import { changed, type Route, to } from "../../lib/route";
import type { Drawing, Execution, ExecutionStep, Explanation, History, InboxGroup } from "../../lib/types";
import { count, number, short, stepOf, words } from "../../lib/words";
import { FailureText } from "../../parts/failure";
import { News } from "../../parts/page";
import { Panel } from "../../parts/panel";
import { ExecutionLink, Status } from "../../parts/status";
import { LongText, Text } from "../../parts/text";
import { Age, Moment } from "../../parts/time";
import { Tree } from "../../parts/tree";
import { Explain } from "../../story/explain";
import { Story } from "../../story/story";
import { type OpenVerb, Verbs } from "../../verbs/verb-dialog";
import { type Verb, verbsOf } from "../../verbs/verbs";
import type { Session } from "../screen";

const STORY_MAX = 8;

/** Stands in texts for what the reader may not see. A selection by such a text would select nothing. */
const MASK = "(masked)";

const FOR_ALL: Partial<Record<Verb, string>> = {
  RETRY: "Try all again",
  PROBE: "Ask about all",
  RESOLVE: "Resolve all",
  SKIP: "Skip all",
  COMPENSATE: "Undo all",
  CANCEL: "Cancel all",
};

interface Props {
  group: InboxGroup;
  route: Route;
  session: Session;
  /** what has been decided */
  news: string;
  /** opens the dialog of a verb for one, and says how to read that one again */
  open: (decision: OpenVerb, again: () => void) => void;
  /** opens the dialog of a verb for all */
  openForAll: (verb: Verb) => void;
}

/** A group with one of its executions, to decide for one or for all. */
export function Group({ group, route, session, news, open, openForAll }: Props) {
  const may = session.may("operator");
  const masked = group.code.includes(MASK) || group.fingerprint.includes(MASK);
  return (
    <section class="detail" aria-label="The chosen group" data-panel="group">
      <p class="back">
        <a href={changed(route, { group: undefined })}>← All groups</a>
      </p>
      <div class="panel">
        <header class="panel-head">
          <h2>
            <code><Text value={group.action} max={80} /></code> · <Text value={group.code} max={80} />
          </h2>
        </header>
        <p class="message">
          <LongText value={group.exampleMessage} max={400} />
        </p>
        <p>
          {count(group.steps, "step")} with this failure ({words(group.cause)}), the oldest since <Moment time={group.oldest} />.{" "}
          <a href={to(["executions"], { status: ["ESCALATED", "PAUSED"], code: group.code })}>List the executions</a>
        </p>
        {group.steps > 1 && masked && (
          <p class="faint">
            The failure names a value that you may not see, so you cannot decide for all at once. Decide one by one, or ask a person with the
            role <code>admin</code>.
          </p>
        )}
        {group.steps > 1 && !masked && (
          <div class="verbs">
            <span class="label">All {number(group.steps)}</span>
            {group.verbs
              .filter((each) => FOR_ALL[each])
              .map((each) => (
                <button key={each} type="button" disabled={!may} title={may ? undefined : "Needs the role operator"} onClick={() => openForAll(each)}>
                  {FOR_ALL[each]}
                </button>
              ))}
          </div>
        )}
        <News text={news} />
      </div>
      <Example group={group} session={session} open={open} />
    </section>
  );
}

/** The one that is shown stays the same until it needs no person any more, also if the inbox names another one. */
function useExample(group: InboxGroup) {
  const [kept, keep] = useState(group);
  const id = kept.example;
  const path = "v1/executions/" + segment(id);
  const how = { when: of(id), every: OTHER_NODES_MS };
  const execution = useApi<Execution>(path, how);
  const explanation = useApi<Explanation>(path + "/explanation", how);
  const history = useApi<History>(path + "/history?limit=40", how);
  const isOver = execution.data
    ? !execution.data.steps.some((step) => step.step === kept.exampleStep && step.status === "ESCALATED")
    : execution.problem?.reason === "missing";
  useEffect(() => {
    if (isOver && (group.example !== id || group.exampleStep !== kept.exampleStep)) {
      keep(group);
    }
  }, [isOver, group]);
  return { id, step: kept.exampleStep, execution, explanation, history };
}

function Example({ group, session, open: openVerb }: Pick<Props, "group" | "session" | "open">) {
  const { id, step: exampleStep, execution, explanation, history } = useExample(group);
  const open = (decision: OpenVerb) =>
    openVerb(decision, () => [execution, explanation, history].forEach((each) => each.again()));
  const data = execution.data;
  const drawing = useApi<Drawing>(
    data && !data.action ? `v1/definitions/${segment(data.workflow)}/${data.version}/drawing?folded=false` : null,
  );
  const target = (one: Execution) => ({ execution: one, explanation: explanation.data, nodes: drawing.data?.nodes });
  const isListed = explanation.data?.steps.some((step) => step.step === exampleStep) ?? true;
  const example = data?.steps.find((step) => step.step === exampleStep);
  const unlisted = isListed || example?.status !== "ESCALATED" ? undefined : example; // one of very many
  const may = session.may("operator");
  return (
    <>
      <Panel
        name="One of them"
        of={execution}
        title={
          <>
            One of them: <ExecutionLink id={id}>{data ? short(data.key ?? data.workflow, 60) : "the oldest"}</ExecutionLink>
          </>
        }
        side={data && <Status value={data.status} />}
      >
        {(one) => (
          <>
            <p class="faint">
              <Text value={one.workflow} max={60} /> version {one.version} · started <Age time={one.startedAt} /> · step{" "}
              <b><Text value={stepOf(exampleStep)} /></b>
            </p>
            <Evidence step={example} />
          </>
        )}
      </Panel>
      <Explain
        of={explanation}
        first={exampleStep}
        verbs={(step) =>
          data &&
          step.situation.kind === "needsPerson" && (
            <Verbs
              may={may}
              verbs={step.situation.verbs}
              open={open}
              target={{ ...target(data), step: step.step, purpose: step.purpose, failure: step.failure }}
            />
          )
        }
      />
      {data && unlisted && (
        <div class="panel">
          <Verbs
            may={may}
            verbs={group.verbs}
            open={open}
            target={{ ...target(data), step: exampleStep, purpose: unlisted.purpose, failure: unlisted.failure }}
          />
        </div>
      )}
      {data?.status === "PAUSED" && (
        <div class="panel">
          <Verbs may={may} verbs={verbsOf(data)} open={open} target={target(data)} />
        </div>
      )}
      <Panel name="Story" title="Story" of={history} side={<a href={to(["execution", id])}>The whole execution</a>}>
        {(events) => <Story entries={events.entries} max={STORY_MAX} />}
      </Panel>
    </>
  );
}

/** Reports that came too late to count, which may say what really happened. */
function Evidence({ step }: { step?: ExecutionStep }) {
  if (!step || step.evidence.length === 0) {
    return null;
  }
  return (
    <div class="evidence">
      <h3>Evidence</h3>
      {step.evidence.map((report, index) => (
        <div key={index}>
          A report of attempt {report.attempt} came too late:{" "}
          {report.failure ? <FailureText failure={report.failure} /> : <Tree value={report.output} name="output" />}
        </div>
      ))}
    </div>
  );
}

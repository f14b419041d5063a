import { Fragment } from "preact";
import { useMemo } from "preact/hooks";
import type { Loaded } from "../../lib/data";
import { duration, moment } from "../../lib/time";
import type { Execution, HistoryEntry } from "../../lib/types";
import { count, number, short } from "../../lib/words";
import { Panel } from "../../parts/panel";
import { Text } from "../../parts/text";
import { Age, Moment, useNow } from "../../parts/time";
import { Tree } from "../../parts/tree";
import { type Axis, axis, type Bar, type Lane, lanes } from "./bars";

const LANES_MAX = 200;
const PROGRESS_MAX = 20;

interface Props {
  history: Loaded<HistoryEntry[]>;
  execution: Loaded<Execution>;
}

/** Attempts, waits and undoing of each step, beside each other. */
export function TimelineView({ history, execution }: Props) {
  const now = useNow();
  const ended = execution.data?.endedAt;
  const end = ended ? Date.parse(ended) : now;
  const all = useMemo(() => lanes(history.data ?? [], end), [history.data, end]);
  const first = history.data?.[0];
  const begin = first ? Date.parse(first.at) : end;
  const scale = useMemo(() => axis(all, begin, Math.max(end, begin + 1)), [all, begin, end]);
  return (
    <Panel name="Timeline" of={history} empty={() => all.length === 0 && "No step has begun."}>
      {(entries) => (
        <>
          <div class="timeline" role="table" aria-label="Attempts and waits of each step">
            <div class="axis" aria-hidden="true">
              {scale.ticks.map((tick) => (
                <span key={tick.time} style={{ left: tick.left + "%" }}>
                  {moment(new Date(tick.time).toISOString())}
                </span>
              ))}
              {scale.breaks.map((gap, index) => (
                <i key={index} style={{ left: gap.left + "%" }} title={duration(gap.length) + " in which nothing happened"} />
              ))}
            </div>
            {all.slice(0, LANES_MAX).map((lane) => (
              <LaneRow key={lane.step} lane={lane} scale={scale} ended={ended !== undefined} />
            ))}
          </div>
          <p class="legend faint">
            <span class="bar b-queue" /> queued <span class="bar b-attempt" /> attempt <span class="bar b-attempt failed" /> failed attempt{" "}
            <span class="bar b-wait" /> wait <span class="bar b-undo" /> undoing <span class="bar b-person" /> needs a person{" "}
            <span class="bar b-mark" /> checkpoint
          </p>
          <Progress execution={execution.data} lanes={all} />
          {scale.breaks.length > 0 && (
            <p class="faint">
              {count(scale.breaks.length, "idle time")} left out, the longest of{" "}
              {duration(Math.max(...scale.breaks.map((gap) => gap.length)))}. From <Moment time={entries[0]?.at ?? ""} />.
            </p>
          )}
          {all.length > LANES_MAX && (
            <p class="faint">
              The first {LANES_MAX} of {count(all.length, "step")}.
            </p>
          )}
          {entries[0]?.event.kind !== "executionStarted" && (
            <p class="faint">Of the newest {count(entries.length, "event")}; the history has all.</p>
          )}
        </>
      )}
    </Panel>
  );
}

/** The newest checkpoints of the attempts under way. Signs of life without a checkpoint are not stored. */
function Progress({ execution, lanes: all }: { execution?: Execution; lanes: Lane[] }) {
  const running = (execution?.steps ?? []).filter((step) => step.now.kind === "running" && step.checkpoint !== undefined);
  if (running.length === 0) {
    return null;
  }
  return (
    <div class="progress" data-panel="progress">
      <h2>Progress of attempts under way</h2>
      <ul class="plain">
        {running.slice(0, PROGRESS_MAX).map((step) => {
          const bars = all.find((lane) => lane.step === step.step)?.bars ?? [];
          const last = bars[bars.length - 1]?.marks.at(-1);
          return (
            <li key={step.step} data-step={step.step}>
              <b>
                <Text value={step.step} max={60} />
              </b>
              {step.now.kind === "running" && `, attempt ${number(step.now.attempt)} at ${short(step.now.agent, 60)}`}
              {last ? <>, <Age time={new Date(last.at).toISOString()} /></> : ", from an earlier attempt"}
              <Tree value={step.checkpoint} name="checkpoint" />
            </li>
          );
        })}
      </ul>
      {running.length > PROGRESS_MAX && <p class="faint">And {count(running.length - PROGRESS_MAX, "other step")}; the data shows them.</p>}
    </div>
  );
}

function LaneRow({ lane, scale, ended }: { lane: Lane; scale: Axis; ended: boolean }) {
  return (
    <div class="lane" role="row">
      <span class="lane-name" role="rowheader">
        <Text value={lane.step} max={48} />
      </span>
      <span class="lane-bars" role="cell">
        {lane.bars.map((bar, index) => (
          <Fragment key={index}>
            <BarMark bar={bar} scale={scale} ended={ended} />
            {bar.marks.map((mark) => (
              <i key={mark.at} class="mark" aria-hidden="true" title={"checkpoint " + mark.label} style={{ left: scale.at(mark.at) + "%" }} />
            ))}
          </Fragment>
        ))}
      </span>
    </div>
  );
}

function BarMark({ bar, scale, ended }: { bar: Bar; scale: Axis; ended: boolean }) {
  const left = scale.at(bar.from);
  const failed = bar.failed ? ", failed: " + short(bar.failed, 60) : "";
  const last = bar.marks[bar.marks.length - 1];
  const checkpoints = last ? `, ${count(bar.checkpoints, "checkpoint")}, the last: ${last.label}` : "";
  const label = `${bar.label}, ${duration(bar.to - bar.from)}${bar.open ? " so far" : ""}${failed}${checkpoints}`;
  return (
    <span
      class={`bar b-${bar.kind}${bar.failed ? " failed" : ""}${bar.open && !ended ? " open" : ""}`}
      role="img"
      aria-label={label}
      title={label}
      style={{ left: left + "%", width: `max(3px, ${scale.at(bar.to) - left}%)` }}
    />
  );
}

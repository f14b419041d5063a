import { useEffect, useRef, useState } from "preact/hooks";
import { call, segment } from "../../lib/api";
import { type Loaded, useReadAll } from "../../lib/data";
import { Problem } from "../../lib/problem";
import { changed, type Route } from "../../lib/route";
import type { History, HistoryEntry } from "../../lib/types";
import { count, stepOf, text } from "../../lib/words";
import { Panel, ProblemNotice } from "../../parts/panel";
import { Text } from "../../parts/text";
import { Moment } from "../../parts/time";
import { Tree } from "../../parts/tree";
import { sentence } from "../../story/sentences";
import { StepChoice } from "./data-view";

const PART = 300;
const PAGE = 200;

/** All events of one execution, in parts, the newest first. Another execution has another view. */
export function HistoryView({ id, newest, route }: { id: string; newest: Loaded<HistoryEntry[]>; route: Route }) {
  const [kept, setKept] = useState<HistoryEntry[]>([]);
  const [shown, show] = useState(PAGE);
  const [problem, fail] = useState<Problem>();
  const [reading, become] = useState(false);
  const chosen = route.query.get("step") ?? "";
  const asOf = route.query.get("asOf") ?? "";
  const stop = useRef<AbortController>();
  useEffect(() => () => stop.current?.abort(), []);
  useReadAll(() => {
    stop.current?.abort();
    become(false);
    setKept([]);
  });
  // after a gap in the newest events, what was read before does not lead up to them
  const last = kept[kept.length - 1]?.seq;
  const earlier = last !== undefined && last + 1 === newest.data?.[0]?.seq ? kept : [];
  const first = earlier[0] ?? newest.data?.[0];
  const complete = first === undefined || first.event.kind === "executionStarted";

  const readEarlier = async () => {
    become(true);
    fail(undefined);
    const mine = new AbortController();
    stop.current = mine;
    try {
      const path = `v1/executions/${segment(id)}/history?before=${first?.seq ?? 0}&limit=${PART}`;
      const part = await call<History>(path, { signal: mine.signal });
      setKept([...part.entries, ...earlier]);
      show(shown + PART);
    } catch (e) {
      if (mine.signal.aborted) {
        return;
      }
      fail(Problem.of(e));
    }
    become(false);
  };

  return (
    <Panel name="History" of={newest}>
      {(entries) => {
        const all = [...earlier, ...entries];
        const steps = all.map((entry) => stepOf(text(entry.event.step)));
        const wanted = chosen ? all.filter((_entry, index) => steps[index] === stepOf(chosen)) : all;
        return (
          <>
            <div class="row">
              <StepChoice names={steps.filter(Boolean)} chosen={stepOf(chosen)} route={route} />
              <span class="faint">
                {count(wanted.length, "event")}
                {complete ? "" : " of the newest"}, newest first
              </span>
            </div>
            <ol class="events">
              {wanted
                .slice(-shown)
                .reverse()
                .map((entry, index) => (
                  <EventLine
                    key={`${entry.seq} ${wanted.length - index}`}
                    entry={entry}
                    chosen={String(entry.seq) === asOf}
                    past={changed(route, { asOf: String(entry.seq) })}
                  />
                ))}
            </ol>
            {wanted.length > shown && (
              <p>
                <button type="button" onClick={() => show(shown + PAGE)}>
                  Show {count(Math.min(PAGE, wanted.length - shown), "earlier event")}
                </button>
              </p>
            )}
            {wanted.length <= shown && !complete && (
              <p>
                <button type="button" disabled={reading} onClick={() => void readEarlier()}>
                  {reading ? "Reading …" : "Read earlier events"}
                </button>
              </p>
            )}
            {problem && <ProblemNotice problem={problem} again={() => void readEarlier()} />}
          </>
        );
      }}
    </Panel>
  );
}

function EventLine({ entry, chosen, past }: { entry: HistoryEntry; chosen: boolean; past: string }) {
  const [open, toggle] = useState(false);
  const { event } = entry;
  return (
    <li class={chosen ? "is-chosen" : undefined} data-seq={entry.seq}>
      <button type="button" class="event" aria-expanded={open} onClick={() => toggle(!open)}>
        <span class="seq">{entry.seq}</span> <Moment time={entry.at} /> <code>{event.kind}</code>{" "}
        {event.step !== undefined && <Text value={text(event.step)} max={60} />}
      </button>
      {open && (
        <div class="event-data">
          <p>{sentence(event).text}</p>
          {!chosen && (
            <p>
              <a href={past}>Show the execution as of this event</a>
            </p>
          )}
          <Tree value={event} name={`event ${entry.seq}`} />
        </div>
      )}
    </li>
  );
}

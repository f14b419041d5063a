import { write } from "../../lib/json";
import type { Failure, HistoryEntry } from "../../lib/types";
import { short, text } from "../../lib/words";

/** A time in which a step did one thing. */
export interface Bar {
  kind: "queue" | "attempt" | "undo" | "probe" | "child" | "wait" | "person";
  from: number;
  to: number;
  open: boolean;
  label: string;
  failed?: string;
  /** the number of checkpoints that were reported meanwhile */
  checkpoints: number;
  /** some of these, the last one among them */
  marks: Mark[];
}

/** A checkpoint of an attempt. */
export interface Mark {
  at: number;
  label: string;
}

/** More would be one line. */
const MARKS_MAX = 50;
const MARK_LENGTH = 80;

export interface Lane {
  step: string;
  bars: Bar[];
}

const ENDS = new Set([
  "stepCompleted",
  "stepSkipped",
  "stepResolved",
  "stepCompensated",
  "probeAnswered",
  "roundEnded",
  "roundUndone",
]);

/** The lanes of all steps, in the order in which they began. */
export function lanes(history: HistoryEntry[], now: number): Lane[] {
  const all = new Map<string, Lane>();
  const open = new Map<string, Bar>();
  const checkpoints = new Map<Bar, { at: number; value: unknown }[]>();
  for (const { event, at } of history) {
    if (!event.step) {
      continue;
    }
    const step = text(event.step);
    const time = Date.parse(at);
    const lane = all.get(step) ?? { step, bars: [] };
    all.set(step, lane);
    const end = (failed?: string) => {
      const bar = open.get(step);
      if (bar) {
        Object.assign(bar, { to: time, open: false, failed });
        open.delete(step);
      }
    };
    const begin = (kind: Bar["kind"], label: string) => {
      end();
      const bar: Bar = { kind, from: time, to: now, open: true, label, checkpoints: 0, marks: [] };
      lane.bars.push(bar);
      open.set(step, bar);
    };
    switch (event.kind) {
      case "stepReady":
        begin("queue", "queued");
        break;
      case "stepResumed":
      case "stepRetried":
      case "probeRequested":
        begin("queue", "queued again");
        break;
      case "stepStarted":
        begin(
          event.purpose === "COMPENSATION" ? "undo" : event.purpose === "PROBE" ? "probe" : "attempt",
          `attempt ${text(event.attempt)} at ${short(text(event.agent), 40)}`,
        );
        break;
      case "childStarted":
        begin("child", "another execution");
        break;
      case "stepWaiting":
        begin("wait", "waits: " + text(event.reason).toLowerCase());
        break;
      case "itemsStarted":
        begin("wait", "items");
        break;
      case "stepEscalated":
        begin("person", "needs a person");
        break;
      case "checkpointRecorded": {
        const bar = open.get(step);
        if (bar) {
          const found = checkpoints.get(bar) ?? [];
          found.push({ at: time, value: event.checkpoint });
          checkpoints.set(bar, found);
        }
        break;
      }
      case "attemptFailed":
      case "stepFailed":
        end((event.failure as Failure | undefined)?.code);
        break;
      default:
        if (ENDS.has(event.kind)) {
          end();
        }
    }
  }
  checkpoints.forEach((found, bar) => Object.assign(bar, { checkpoints: found.length, marks: marks(found) }));
  return [...all.values()];
}

/** Some checkpoints, at equal distances in their order, the last one among them. */
function marks(found: { at: number; value: unknown }[]): Mark[] {
  const every = Math.ceil(found.length / MARKS_MAX);
  return found
    .filter((_, index) => (found.length - 1 - index) % every === 0)
    .map(({ at, value }) => ({ at, label: short(write(value, 0), MARK_LENGTH) }));
}

/** An axis on which long times without any event are short. */
export interface Axis {
  /** the place of a time, in percent */
  at: (time: number) => number;
  ticks: { left: number; time: number }[];
  breaks: { left: number; length: number }[];
}

const BREAKS_MAX = 50;
const TICK_DISTANCE = 16;

export function axis(all: Lane[], begin: number, end: number): Axis {
  const times = moments(all, begin, end);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const sorted = gaps.filter((gap) => gap > 0).sort((one, other) => one - other);
  const longest = Math.max(1, 4 * (sorted[Math.floor(sorted.length * 0.75)] ?? 1));
  const places = [0];
  const breaks: { index: number; length: number }[] = [];
  gaps.forEach((gap, index) => {
    places.push((places[index] ?? 0) + Math.min(gap, longest));
    if (gap > longest * 2) {
      breaks.push({ index, length: gap });
    }
  });
  const width = places[places.length - 1] || 1;
  const at = (time: number) => {
    let low = 0;
    let high = times.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((times[middle] ?? 0) <= time) {
        low = middle;
      } else {
        high = middle;
      }
    }
    const from = times[low] ?? 0;
    const to = times[high] ?? from;
    const share = to > from ? Math.min(1, Math.max(0, (time - from) / (to - from))) : 0;
    return (100 * ((places[low] ?? 0) + share * ((places[high] ?? 0) - (places[low] ?? 0)))) / width;
  };
  const ticks: Axis["ticks"] = [];
  let last = -TICK_DISTANCE;
  times.forEach((time, index) => {
    const left = (100 * (places[index] ?? 0)) / width;
    if (left - last >= TICK_DISTANCE && left <= 92) {
      ticks.push({ left, time });
      last = left;
    }
  });
  const middle = (index: number) => (100 * ((places[index] ?? 0) + (places[index + 1] ?? 0))) / 2 / width;
  return { at, ticks, breaks: breaks.slice(0, BREAKS_MAX).map(({ index, length }) => ({ left: middle(index), length })) };
}

function moments(all: Lane[], begin: number, end: number): number[] {
  const times = new Set([begin, end]);
  for (const bar of all.flatMap((lane) => lane.bars)) {
    times.add(bar.from);
    times.add(bar.to);
    bar.marks.forEach((mark) => times.add(mark.at));
  }
  return [...times].filter((time) => time >= begin && time <= end).sort((one, other) => one - other);
}

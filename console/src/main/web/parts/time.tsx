import { useEffect, useState } from "preact/hooks";
import { about, exact, isNever, moment } from "../lib/time";

const clocks = new Set<(now: number) => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** The time, each second. All of a page have one timer. */
export function useNow(): number {
  const [now, tick] = useState(Date.now);
  useEffect(() => {
    clocks.add(tick);
    timer ??= setInterval(() => {
      if (!document.hidden) {
        clocks.forEach((clock) => clock(Date.now()));
      }
    }, 1_000);
    return () => {
      clocks.delete(tick);
      if (clocks.size === 0) {
        clearInterval(timer);
        timer = undefined;
      }
    };
  }, []);
  return now;
}

/** When something was, or will be. */
export function Moment({ time }: { time: string }) {
  return isNever(time) ? (
    <span>the end of the execution</span>
  ) : (
    <time dateTime={time} title={exact(time)}>
      {moment(time)}
    </time>
  );
}

/** How long ago something was. */
export function Age({ time, suffix = " ago" }: { time: string; suffix?: string }) {
  const now = useNow();
  return (
    <time dateTime={time} title={exact(time)}>
      {about(now - Date.parse(time))}
      {suffix}
    </time>
  );
}

/** In how long something will be. */
export function Until({ time }: { time: string }) {
  const now = useNow();
  if (isNever(time)) {
    return <span>without end</span>;
  }
  const left = Date.parse(time) - now;
  return (
    <time dateTime={time} title={exact(time)}>
      {left > 0 ? "in " + about(left) : about(-left) + " ago"}
    </time>
  );
}

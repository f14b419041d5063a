import { useContext, useEffect, useState } from "preact/hooks";
import { PastContext } from "../lib/past";
import { about, exact, isNever, moment } from "../lib/time";

const clocks = new Set<(now: number) => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** The time, each second. All of a page have one timer. In the past, it is the time of the event. */
export function useNow(): number {
  const past = useContext(PastContext);
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
  return past?.at ?? now;
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

/** How long ago something was, or how long before the event of the past. */
export function Age({ time, suffix }: { time: string; suffix?: string }) {
  const now = useNow();
  const past = useContext(PastContext);
  return (
    <time dateTime={time} title={exact(time)}>
      {about(now - Date.parse(time))}
      {suffix ?? (past ? " before" : " ago")}
    </time>
  );
}

/** In how long something will be, or how long after the event of the past. */
export function Until({ time }: { time: string }) {
  const now = useNow();
  const past = useContext(PastContext);
  if (isNever(time)) {
    return <span>without end</span>;
  }
  const left = Date.parse(time) - now;
  const [later, before] = past ? [about(left) + " later", " before"] : ["in " + about(left), " ago"];
  return (
    <time dateTime={time} title={exact(time)}>
      {left > 0 ? later : about(-left) + before}
    </time>
  );
}

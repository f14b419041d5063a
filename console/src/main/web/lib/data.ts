import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "./api";
import { onChanges, type Wanted } from "./changes";
import { Problem } from "./problem";

/** What a panel shows. */
export interface Loaded<T> {
  data?: T;
  problem?: Problem;
  loading: boolean;
  /** when the data came; 0 before */
  at: number;
  again: () => void;
}

export interface How {
  /** which changes make a new reading necessary */
  when?: Wanted;
  /** the milliseconds after which it reads again, also without a change */
  every?: number;
  /** the milliseconds after which it reads again, if a reading has failed */
  retry?: number;
  /** the shortest time between two readings; at least a second, and five times as long as a reading takes */
  pause?: number;
  /** reads nothing new meanwhile, while a reader points at it */
  held?: boolean;
}

/** For changes that other nodes make: the stream of a server has only its own. */
export const OTHER_NODES_MS = 10_000;

const PAUSE_MS = 1_000;
const SHARE = 5;

const all = new Set<() => void>();

/** Reads everything on the page again, such as with a new key, and nothing of it from what was read before. */
export function readAll(): void {
  all.forEach((again) => again());
}

/** Forgets what a component keeps beside its readings when everything is read again. */
export function useReadAll(forget: () => void): void {
  useEffect(() => {
    all.add(forget);
    return () => {
      all.delete(forget);
    };
  }, []);
}

/** The answer to a path of the API; nothing for null. */
export function useApi<T>(path: string | null, how: How = {}): Loaded<T> {
  return useLoaded<T>(path, (signal) => call<T>(path ?? "", { signal }), how);
}

/**
 * What a function reads, again when it has changed. A hidden tab reads nothing.
 *
 * name: of what is read; another name forgets the data
 */
export function useLoaded<T>(
  name: string | null,
  load: (signal: AbortSignal, before?: T) => Promise<T>,
  how: How = {},
): Loaded<T> {
  const [state, become] = useState<{ name: string | null } & Omit<Loaded<T>, "again">>({ name, loading: name !== null, at: 0 });
  const reading = useRef<Reading>();
  const latest = useRef({ load, how });
  latest.current = { load, how };

  useEffect(() => {
    if (name === null) {
      return;
    }
    let before: T | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const mine = new Reading(
      async (signal) => {
        clearTimeout(retry);
        become((was) => (was.name === name ? { ...was, loading: true } : { name, loading: true, at: 0 }));
        try {
          const found = await latest.current.load(signal, before);
          if (signal.aborted) {
            return; // a later reading has begun, perhaps with another key
          }
          before = found;
          become({ name, data: before, loading: false, at: Date.now() });
        } catch (e) {
          if (!signal.aborted) {
            const problem = Problem.of(e);
            // what was read with an earlier key is not shown to a caller who may not read it
            const keeps = before !== undefined;
            become((was) => ({ name, data: keeps && was.name === name ? was.data : undefined, problem, loading: false, at: was.at }));
            if (latest.current.how.retry) {
              retry = setTimeout(() => mine.later(), latest.current.how.retry);
            }
          }
        }
      },
      () => latest.current.how,
    );
    reading.current = mine;
    const stop = onChanges((changes) => latest.current.how.when?.(changes) && mine.later());
    const anew = () => {
      before = undefined;
      mine.now();
    };
    all.add(anew);
    const timer = latest.current.how.every ? setInterval(() => mine.later(), latest.current.how.every) : undefined;
    const look = () => mine.look();
    document.addEventListener("visibilitychange", look);
    mine.now();
    return () => {
      mine.close();
      stop();
      all.delete(anew);
      clearInterval(timer);
      clearTimeout(retry);
      document.removeEventListener("visibilitychange", look);
    };
  }, [name]);

  useEffect(() => {
    if (!how.held) {
      reading.current?.look();
    }
  }, [how.held]);

  const again = () => reading.current?.now();
  return state.name === name
    ? { data: state.data, problem: state.problem, loading: state.loading, at: state.at, again }
    : { loading: name !== null, at: 0, again };
}

/** When to read: at once, or later, with a pause that keeps the server's work small. */
export class Reading {
  private running?: AbortController;
  private dirty = false;
  private next = 0;
  private timer?: ReturnType<typeof setTimeout>;
  private closed = false;

  constructor(
    private readonly read: (signal: AbortSignal) => Promise<void>,
    private readonly how: () => How,
  ) {}

  /** At once, and in place of the reading that is under way or waits. */
  now(): void {
    if (this.closed) {
      return;
    }
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running?.abort();
    this.dirty = false;
    void this.run();
  }

  later(): void {
    this.dirty = true;
    this.look();
  }

  look(): void {
    if (!this.dirty || this.closed || this.running || this.timer || this.waits()) {
      return;
    }
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (!this.waits()) {
        this.dirty = false;
        void this.run();
      }
    }, Math.max(0, this.next - Date.now()));
  }

  private waits(): boolean {
    return document.hidden || this.how().held === true;
  }

  private async run(): Promise<void> {
    const mine = new AbortController();
    this.running = mine;
    const begun = performance.now();
    await this.read(mine.signal);
    if (this.running === mine) {
      this.running = undefined;
      const pause = Math.max(this.how().pause ?? PAUSE_MS, SHARE * (performance.now() - begun));
      this.next = Date.now() + pause;
      this.look();
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.running?.abort();
  }
}

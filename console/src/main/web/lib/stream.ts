import { answered, BASE, currentNamespace, headers } from "./api";
import { type Changes, EventLines, Gathering, tell } from "./changes";
import { onRefusedKey } from "./key";
import { Problem } from "./problem";

export type State = "connecting" | "live" | "offline" | "refused" | "login" | "forbidden";

const PAUSE_MAX_MS = 15_000;
const SILENCE_MAX_MS = 40_000;
const STABLE_MS = 5_000;

const listeners = new Set<(state: State) => void>();
let state: State = "connecting";
let current: Stream | undefined;

export function onState(listener: (state: State) => void): () => void {
  listeners.add(listener);
  listener(state);
  return () => listeners.delete(listener);
}

function become(next: State): void {
  if (next !== state) {
    state = next;
    listeners.forEach((listener) => listener(state));
  }
}

/** Follows the changes as this caller. All tabs of a caller share one stream. */
export function follow(caller: string): void {
  current?.close();
  become("connecting");
  current = new Stream(caller);
}

onRefusedKey(() => {
  current?.close();
  become("login");
});

type Message = { hello: true } | { state: State } | { changes: Changes };

class Stream {
  private readonly stop = new AbortController();
  private channel?: BroadcastChannel;
  private leading = false;
  private last = "";
  private broken: State = "offline";
  /** the roles of the caller do not allow it, so it is not tried again */
  private forbidden = false;

  constructor(caller: string) {
    const name = `reeve ${BASE} ${currentNamespace()} ${caller}`;
    if (!navigator.locks || typeof BroadcastChannel === "undefined") {
      void this.lead(); // plain http to another machine
      return;
    }
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = (message) => this.hear(message.data as Message);
    this.send({ hello: true });
    navigator.locks.request(name, { signal: this.stop.signal }, () => this.lead()).catch(() => undefined);
  }

  close(): void {
    this.stop.abort();
    this.channel?.close();
  }

  private hear(message: Message): void {
    if ("hello" in message) {
      if (this.leading) {
        this.send({ state });
      }
    } else if ("state" in message) {
      become(message.state);
    } else {
      tell(message.changes);
    }
  }

  private send(message: Message): void {
    if (!this.stop.signal.aborted) {
      this.channel?.postMessage(message);
    }
  }

  private say(next: State): void {
    become(next);
    this.send({ state: next });
  }

  private async lead(): Promise<void> {
    this.leading = true;
    let failures = 0;
    while (!this.stop.signal.aborted) {
      const begun = Date.now();
      const ended = await this.read().catch(() => false);
      if (this.stop.signal.aborted || this.forbidden) {
        return;
      }
      failures = ended && Date.now() - begun > STABLE_MS ? 0 : failures + 1;
      if (failures > 0) {
        this.say(this.broken);
        await this.pause(Math.min(PAUSE_MAX_MS, 500 * 2 ** failures) * (0.5 + Math.random() / 2));
      }
    }
  }

  private pause(millis: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, millis);
      this.stop.signal.addEventListener("abort", () => (clearTimeout(timer), done()), { once: true });
    });
  }

  /** Reads until the server ends the stream. A silent one is given up. */
  private async read(): Promise<boolean> {
    this.broken = "offline";
    const all = headers();
    all.set("Accept", "text/event-stream");
    if (this.last) {
      all.set("Last-Event-ID", this.last);
    }
    const silence = new AbortController();
    const giveUp = () => silence.abort();
    this.stop.signal.addEventListener("abort", giveUp, { once: true });
    let timer = setTimeout(giveUp, SILENCE_MAX_MS);
    const gathering = new Gathering((changes) => {
      tell(changes);
      this.send({ changes });
    });
    try {
      const answer = await answered("v1/changes", { headers: all, signal: silence.signal, cache: "no-store" });
      if (!answer.body) {
        return false;
      }
      this.say("live");
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      const lines = new EventLines((event, data, id) => {
        this.last = id || this.last;
        gathering.add(event, data);
      });
      for (;;) {
        const { done, value } = await reader.read();
        if (done) {
          return true;
        }
        clearTimeout(timer);
        timer = setTimeout(giveUp, SILENCE_MAX_MS);
        lines.push(value);
      }
    } catch (e) {
      this.broken = brokenBy(e);
      if (this.broken === "forbidden") {
        this.forbidden = true;
        this.say("forbidden");
      }
      return false;
    } finally {
      clearTimeout(timer);
      this.stop.signal.removeEventListener("abort", giveUp);
      gathering.flush();
    }
  }
}

/** Why there is no stream. A server that refuses it, such as because it has too many, does answer. */
function brokenBy(thrown: unknown): State {
  switch (thrown instanceof Problem ? thrown.reason : "offline") {
    case "forbidden":
      return "forbidden";
    case "login":
      return "login";
    case "offline":
      return "offline";
    default:
      return "refused";
  }
}

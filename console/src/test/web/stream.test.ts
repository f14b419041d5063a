import assert from "node:assert/strict";
import test from "node:test";
import { follow, onState, type State } from "../../main/web/lib/stream";

const seen: State[] = [];
let look: (() => void) | undefined;
onState((state) => (seen.push(state), look?.()));

/** A browser without locks, whose server gives these answers, one to each request. */
function serverThatAnswers(...answers: (() => Response)[]): { asked: () => number } {
  let asked = 0;
  const parts = { document: { cookie: "" }, sessionStorage: { getItem: () => null }, navigator: {} };
  for (const [name, value] of Object.entries(parts)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  globalThis.fetch = async (_address, request) => {
    const answer = answers[asked++];
    look?.();
    return answer ? answer() : new Promise((_, refuse) => request?.signal?.addEventListener("abort", refuse));
  };
  return { asked: () => asked };
}

function refusal(status: number): () => Response {
  return () => new Response("{}", { status, headers: { "Content-Type": "application/problem+json" } });
}

/** A stream that ends at once. */
function short(): Response {
  return new Response("", { headers: { "Content-Type": "text/event-stream" } });
}

function until(condition: () => boolean): Promise<void> {
  return new Promise((done) => {
    look = () => condition() && done();
    look();
  });
}

test("a server that refuses the stream for now is not taken for one that does not answer", { timeout: 20_000 }, async () => {
  serverThatAnswers(refusal(429), refusal(500), refusal(503));
  seen.length = 0;
  follow("olga");
  await until(() => seen.includes("offline"));
  assert.deepEqual(seen, ["refused", "offline"]);
});

test("a caller who may not follow is not asked for again; the next one is", { timeout: 20_000 }, async () => {
  const first = serverThatAnswers(refusal(403));
  follow("vera");
  await until(() => seen.at(-1) === "forbidden");
  assert.equal(first.asked(), 1);
  const second = serverThatAnswers(refusal(503), short);
  follow("olga");
  await until(() => seen.at(-1) === "live");
  await until(() => second.asked() >= 3);
  serverThatAnswers(refusal(403));
  follow("vera");
  await until(() => seen.at(-1) === "forbidden"); // or its attempts would go on
});

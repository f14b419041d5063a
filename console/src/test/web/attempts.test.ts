import assert from "node:assert/strict";
import test from "node:test";
import type { HistoryEntry } from "../../main/web/lib/types";
import { NOT_READ } from "../../main/web/screens/compare/difference";
import { attemptsOf } from "../../main/web/screens/execution/attempts";
import { lanes } from "../../main/web/screens/execution/bars";

function at(seconds: number): string {
  return new Date(1_000 * seconds).toISOString();
}

function history(...events: Record<string, unknown>[]): HistoryEntry[] {
  return events.map((event, index) => ({ seq: index + 1, at: at(index), event }) as unknown as HistoryEntry);
}

const STEP = { step: "charge" };
const FAILED = { kind: "attemptFailed", ...STEP, purpose: "FORWARD", failure: { code: "BUSY", cause: "TRANSIENT" } };
const LATER = [
  { kind: "stepStarted", ...STEP, purpose: "FORWARD", attempt: 1, agent: "a" },
  { kind: "checkpointRecorded", ...STEP, purpose: "FORWARD", attempt: 1, checkpoint: { done: 1 } },
  { kind: "checkpointRecorded", step: "other", purpose: "FORWARD", attempt: 1, checkpoint: { done: 9 } },
  { ...FAILED, attempt: 1 },
  { kind: "stepRetried", ...STEP, purpose: "FORWARD", input: { amount: 2 } },
  { kind: "stepStarted", ...STEP, purpose: "FORWARD", attempt: 2, agent: "b" },
  { kind: "stepCompleted", ...STEP, attempt: 2, output: null },
  { kind: "stepReady", ...STEP, purpose: "COMPENSATION", input: "undo" },
  { kind: "stepStarted", ...STEP, purpose: "COMPENSATION", attempt: 1, agent: "c" },
  { kind: "lateReportKept", ...STEP, purpose: "FORWARD", attempt: 1 },
];

test("attempts have their agents, times, inputs, outputs, failures and checkpoints", () => {
  const found = attemptsOf(history({ kind: "executionStarted" }, { kind: "stepReady", ...STEP, purpose: "FORWARD" }, ...LATER), "charge", "own");
  assert.deepEqual(
    found.map((each) => [each.id, each.agent, each.input, each.output, each.failure?.code, each.checkpoints.length]),
    [
      ["FORWARD 1", "a", "own", undefined, "BUSY", 1],
      ["FORWARD 2", "b", { amount: 2 }, null, undefined, 0],
      ["COMPENSATION 1", "c", "undo", undefined, undefined, 0],
    ],
  );
  assert.deepEqual([found[0]?.from, found[0]?.to, found[2]?.to], [at(2), at(5), undefined]);
});

test("of a part of a history, an input that an earlier event names is not read", () => {
  const found = attemptsOf(history(...LATER), "charge", "own");
  assert.equal(found[0]?.input, NOT_READ);
  assert.deepEqual(found[1]?.input, { amount: 2 });
});

test("the timeline marks the checkpoints of each attempt, and thins them out", () => {
  const checkpoints = Array.from({ length: 1_000 }, (_, index) => ({ kind: "checkpointRecorded", ...STEP, attempt: 1, checkpoint: index }));
  const [lane] = lanes(history({ kind: "stepStarted", ...STEP, attempt: 1, agent: "a" }, ...checkpoints), 2_000_000);
  const bar = lane?.bars[0];
  assert.equal(bar?.checkpoints, 1_000);
  assert.ok(bar && bar.marks.length > 20 && bar.marks.length <= 60, String(bar?.marks.length));
  assert.equal(bar?.marks[bar.marks.length - 1]?.label, "999");
});

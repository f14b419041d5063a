import assert from "node:assert/strict";
import test from "node:test";
import type { Execution, ExecutionStep } from "../../main/web/lib/types";
import { ordered } from "../../main/web/parts/still";
import { verbsOf } from "../../main/web/verbs/verbs";

function paused(...steps: Partial<ExecutionStep>[]): Execution {
  return { status: "PAUSED", steps } as Execution;
}

test("an execution that is paused while it is undone can only be resumed", () => {
  assert.deepEqual(verbsOf(paused({ purpose: "FORWARD", status: "ESCALATED" })), ["RESUME", "MOVE", "COMPENSATE", "CANCEL"]);
  for (const status of ["READY", "COMPENSATING", "WAITING", "ESCALATED"] as const) {
    assert.deepEqual(verbsOf(paused({ purpose: "COMPENSATION", status })), ["RESUME"]);
  }
  assert.equal(verbsOf(paused({ purpose: "COMPENSATION", status: "COMPENSATED" })).length, 4);
});

test("items keep their places, and new ones come after them", () => {
  assert.deepEqual(ordered(["d", "c", "a", "e"], ["a", "b", "c"], (name) => name), ["a", "c", "d", "e"]);
});

import assert from "node:assert/strict";
import test from "node:test";
import { states } from "../../main/web/drawing/states";
import type { Drawing, DrawingNode, Execution, ExecutionStep } from "../../main/web/lib/types";

function node(id: string): DrawingNode {
  const place = { x: 0, y: 0, width: 1, height: 1 };
  return { id, kind: "ACTION", steps: [id], ...place, label: [id], task: "", notes: [], marks: [], text: id };
}

function step(path: string, status: ExecutionStep["status"]): ExecutionStep {
  return { step: path, status } as ExecutionStep;
}

test("items of a step are counted, and 100,000 of them take less than a second", () => {
  const items = Array.from({ length: 100_000 }, (_, index) => step(`send[${index}]`, index === 7 ? "ESCALATED" : "COMPLETED"));
  const drawing = { nodes: [node("send")] } as Drawing;
  const begun = performance.now();
  const found = states(drawing, { steps: [step("send", "RUNNING"), ...items] } as Execution).get("send");
  assert.ok(performance.now() - begun < 1_000);
  assert.equal(found?.total, 100_000);
  assert.equal(found?.status, "ESCALATED");
  assert.equal(found?.counts.get("COMPLETED"), 99_999);
});

import assert from "node:assert/strict";
import test from "node:test";
import type { BulkState } from "../../main/web/lib/types";
import { arranged } from "../../main/web/screens/inbox/bulks";

test("all decisions for many that run are shown, and five others", () => {
  const all = Array.from({ length: 20 }, (_, index) => ({ status: index < 12 ? "COMPLETED" : "RUNNING" }) as BulkState);
  const { shown, left } = arranged(all);
  assert.deepEqual(shown.map((each) => each.status), [...Array(8).fill("RUNNING"), ...Array(5).fill("COMPLETED")]);
  assert.equal(left, 7);
});

import assert from "node:assert/strict";
import test from "node:test";
import { Reading } from "../../main/web/lib/data";

Object.defineProperty(globalThis, "document", { value: { hidden: false } });

test("a reading at once is in place of the one that waits", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const ends: (() => void)[] = [];
  const reading = new Reading(
    () => new Promise<void>((end) => ends.push(end)),
    () => ({}),
  );
  reading.now();
  ends[0]?.();
  await Promise.resolve();
  await Promise.resolve();
  reading.later();
  reading.now();
  context.mock.timers.tick(60_000);
  assert.equal(ends.length, 2, "the one that waited does not begin beside it");
  reading.close();
  reading.now();
  assert.equal(ends.length, 2, "nothing is read any more");
});

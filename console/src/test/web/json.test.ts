import assert from "node:assert/strict";
import test from "node:test";
import { parse } from "../../main/web/lib/json";

/** Whether a text is read value by value, which takes ten times as long. */
function isReadSlowly(text: string): boolean {
  const original = JSON.parse;
  let slowly = false;
  JSON.parse = (of: string, reviver?: (name: string, value: unknown) => unknown) => {
    slowly = reviver !== undefined;
    return original(of, reviver) as unknown;
  };
  try {
    parse(text);
  } finally {
    JSON.parse = original;
  }
  return slowly;
}

test("numbers that JavaScript would change are looked for, wherever they stand", () => {
  const long = ["1234567890123456", "-1234567890123456", "0.1234567890123456", "12345678.12345678901", "1e3", "-1E+3", "1.5e-7", "0e0"];
  for (const number of long) {
    for (const text of [number, `[${number}]`, `[1,${number}]`, `{"a":${number}}`, `{"a": ${number}}`, `[1,\n${number}]`]) {
      assert.ok(isReadSlowly(text), text);
    }
  }
});

test("ids and times look like such numbers, and are read fast", () => {
  const id = "4e7a82c1-1e59-8fb8-b8af-1234567890123456";
  assert.ok(!isReadSlowly(JSON.stringify({ id, list: [id, 12.5, -3], at: "2026-11-29T13:00:00.123456789Z", count: 123456789012 })));
});

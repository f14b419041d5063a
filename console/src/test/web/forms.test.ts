import assert from "node:assert/strict";
import test from "node:test";
import { problemsOf } from "../../main/web/forms/schema-check";
import { fieldsOf, jsonOf } from "../../main/web/forms/schema-form";
import { ExactNumber, isLess, isWhole, sameNumber } from "../../main/web/lib/json";

const LONG = new ExactNumber("12345678901234567");

test("numbers are compared to their last digit, however they are written", () => {
  assert.ok(sameNumber(new ExactNumber("1e2"), 100));
  assert.ok(sameNumber(new ExactNumber("0e9"), 0));
  assert.ok(sameNumber(new ExactNumber("-12.50E1"), -125));
  assert.ok(!sameNumber(LONG, new ExactNumber("12345678901234568")));
  assert.ok(!sameNumber(LONG, Number(LONG.source)));
  assert.ok(isWhole(new ExactNumber("1.5e1")) && !isWhole(new ExactNumber("1.5e-1")));
  assert.ok(isLess(1, LONG) && !isLess(LONG, new ExactNumber("12345678901234568")));
});

test("long numbers are numbers for a schema", () => {
  assert.deepEqual(problemsOf({ type: "integer", enum: [LONG, 1] }, LONG), []);
  assert.deepEqual(problemsOf({ type: "number", minimum: 5, exclusiveMaximum: new ExactNumber("12345678901234568") }, LONG), []);
  assert.deepEqual(problemsOf({ exclusiveMaximum: LONG }, LONG), ["expected less than 12345678901234567"]);
  assert.deepEqual(problemsOf({ type: "object" }, LONG), ["expected an object"]);
  assert.deepEqual(problemsOf({ const: [LONG] }, [new ExactNumber("12345678901234568")]).length, 1);
});

test("members may have the names of members of all objects", () => {
  const schema = { type: "object", required: ["constructor"], properties: { toString: { type: "string" }, constructor: {} } };
  assert.deepEqual(problemsOf(schema, {}), ["constructor: is required"]);
  assert.deepEqual(problemsOf(schema, { constructor: 1, toString: "a" }), []);
  assert.deepEqual(fieldsOf(schema)?.map((field) => field.initial), ["", ""]);
});

test("a form shows long numbers, and sends them, as they are written", () => {
  const properties = { amount: { type: "integer", minimum: LONG } };
  const [amount] = fieldsOf({ type: "object", properties }) ?? [];
  assert.ok(amount && !amount.about.includes("object"));
  assert.equal(amount && jsonOf(amount, "12345678901234567"), "12345678901234567");
});

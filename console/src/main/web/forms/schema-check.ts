import { ExactNumber, isLess, isNumber, isWhole, type JsonNumber, sameNumber, sourceOf, write } from "../lib/json";
import { count } from "../lib/words";

/**
 * Checks data against a schema before it is sent, and names all problems at once. It knows the usual words of JSON Schema.
 * The server checks all of them, so a word that is not known here is left to it.
 */

type Schema = Record<string, unknown>;

const PROBLEMS_MAX = 50;
const DEPTH_MAX = 40;

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** All problems, each with its place, such as "amount: expected at least 1"; empty if there are none. */
export function problemsOf(schema: unknown, value: unknown, place = ""): string[] {
  const found: string[] = [];
  check(schema, value, place, found, 0);
  return found;
}

function check(schema: unknown, value: unknown, place: string, into: string[], depth: number): void {
  if (into.length >= PROBLEMS_MAX || depth > DEPTH_MAX || !isObject(schema) || "$ref" in schema) {
    return;
  }
  const say = (problem: string) => into.push(place ? `${place}: ${problem}` : problem);
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter((each) => typeof each === "string");
  if (types.length > 0 && !types.some((type) => isOf(type, value))) {
    say(`expected ${types.map((type) => (Object.hasOwn(TYPES, type) ? TYPES[type] : type)).join(" or ")}`);
    return;
  }
  if (Array.isArray(schema.enum) && !schema.enum.some((each) => same(each, value))) {
    say(`expected one of ${schema.enum.map((each) => write(each, 0)).join(", ")}`);
  }
  if ("const" in schema && !same(schema.const, value)) {
    say(`expected ${write(schema.const, 0)}`);
  }
  if (isNumber(value)) {
    ofNumber(schema, value, say);
  } else if (typeof value === "string") {
    ofText(schema, value, say);
  } else if (Array.isArray(value)) {
    bounds(schema, "minItems", "maxItems", value.length, "item", say);
    value.forEach((each, index) => check(schema.items, each, `${place}[${index}]`, into, depth + 1));
  } else if (isObject(value)) {
    ofMembers(schema, value, place, into, depth);
  }
}

const TYPES: Record<string, string> = {
  integer: "a whole number",
  number: "a number",
  string: "text",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};

function isOf(type: unknown, value: unknown): boolean {
  switch (type) {
    case "integer":
      return isNumber(value) && isWhole(value);
    case "number":
      return isNumber(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
}

function same(one: unknown, other: unknown): boolean {
  if (isNumber(one) && isNumber(other)) {
    return sameNumber(one, other);
  }
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((each, index) => same(each, other[index]));
  }
  if (isObject(one) && isObject(other)) {
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]))
    );
  }
  return one === other;
}

type Say = (problem: string) => void;

function ofNumber(schema: Schema, value: JsonNumber, say: Say): void {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  if (isNumber(minimum) && isLess(value, minimum)) {
    say(`expected at least ${sourceOf(minimum)}`);
  }
  if (isNumber(maximum) && isLess(maximum, value)) {
    say(`expected at most ${sourceOf(maximum)}`);
  }
  if (isNumber(above) && (isLess(value, above) || sameNumber(value, above))) {
    say(`expected more than ${sourceOf(above)}`);
  }
  if (isNumber(below) && (isLess(below, value) || sameNumber(value, below))) {
    say(`expected less than ${sourceOf(below)}`);
  }
}

/** A pattern is left to the server: one that takes long here would stop the page. */
function ofText(schema: Schema, value: string, say: Say): void {
  bounds(schema, "minLength", "maxLength", [...value].length, "character", say);
}

function bounds(schema: Schema, least: string, most: string, size: number, one: string, say: Say): void {
  const min = schema[least];
  const max = schema[most];
  if (typeof min === "number" && size < min) {
    say(`expected at least ${count(min, one)}`);
  }
  if (typeof max === "number" && size > max) {
    say(`expected at most ${count(max, one)}`);
  }
}

function ofMembers(schema: Schema, value: Schema, place: string, into: string[], depth: number): void {
  const at = (name: string) => (place ? `${place}.${name}` : name);
  for (const name of Array.isArray(schema.required) ? schema.required : []) {
    if (typeof name === "string" && !Object.hasOwn(value, name)) {
      into.push(`${at(name)}: is required`);
    }
  }
  const properties = isObject(schema.properties) ? schema.properties : {};
  for (const [name, each] of Object.entries(value)) {
    if (Object.hasOwn(properties, name)) {
      check(properties[name], each, at(name), into, depth + 1);
    } else if (schema.additionalProperties === false && !("patternProperties" in schema)) {
      into.push(`${at(name)}: is not known here`);
    }
  }
}

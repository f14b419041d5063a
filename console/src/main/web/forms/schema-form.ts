import { mistake, write } from "../lib/json";

/** A field of a form that is made from the schema of an input. */
export interface Field {
  name: string;
  kind: "choice" | "text" | "integer" | "number" | "boolean" | "json";
  required: boolean;
  choices: unknown[];
  /** what the field has at first */
  initial: string;
  /** its description and its bounds */
  about: string;
}

const FIELDS_MAX = 40;
const BOUNDS = ["minimum", "maximum", "minLength", "maxLength", "pattern", "format"];

type Schema = Record<string, unknown>;

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of an object; undefined if a form would not do, and JSON is written instead. */
export function fieldsOf(schema: unknown): Field[] | undefined {
  if (!isSchema(schema) || schema.type !== "object" || !isSchema(schema.properties)) {
    return undefined;
  }
  const properties = Object.entries(schema.properties);
  if (properties.length === 0 || properties.length > FIELDS_MAX) {
    return undefined;
  }
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return properties.map(([name, value]) => field(name, isSchema(value) ? value : {}, required.includes(name)));
}

function field(name: string, schema: Schema, required: boolean): Field {
  const choices: unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
  const kind = choices.length ? "choice" : kindOf(schema.type);
  const start = schema.default;
  const initial = start === undefined ? "" : kind === "text" && typeof start === "string" ? start : write(start, 0);
  const bounds = BOUNDS.filter((bound) => schema[bound] !== undefined).map((bound) => `${bound} ${shown(schema[bound])}`);
  const about = [typeof schema.description === "string" ? schema.description : "", ...bounds].filter(Boolean).join(" · ");
  return { name, kind, required, choices, initial, about };
}

function shown(bound: unknown): string {
  return typeof bound === "string" ? bound : write(bound, 0);
}

function kindOf(type: unknown): Field["kind"] {
  switch (type) {
    case "string":
      return "text";
    case "integer":
    case "number":
    case "boolean":
      return type;
    default:
      return "json";
  }
}

/** The JSON of a field; undefined to leave it out, null if it is wrong. */
export function jsonOf(field: Field, value: string): string | undefined | null {
  if (value === "" && !(field.kind === "text" && field.required)) {
    return field.required ? null : undefined;
  }
  switch (field.kind) {
    case "text":
      return JSON.stringify(value);
    case "integer":
      return /^-?\d+$/.test(value.trim()) && mistake(value) === undefined ? value.trim() : null;
    case "number":
      return mistake(value) === undefined && typeof JSON.parse(value) === "number" ? value.trim() : null;
    default:
      return mistake(value) === undefined ? value : null;
  }
}

/** The JSON of all fields. Numbers stay as they were written. */
export function objectOf(values: { field: Field; json: string | undefined | null }[]): string {
  const members = values
    .filter((each) => each.json !== undefined)
    .map((each) => `${JSON.stringify(each.field.name)}:${each.json ?? "null"}`);
  return `{${members.join(",")}}`;
}

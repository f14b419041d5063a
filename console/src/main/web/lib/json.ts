/** A number that a number of JavaScript would change, as it was written. */
export class ExactNumber {
  constructor(readonly source: string) {}
}

type Reviver = (name: string, value: unknown, context?: { source?: string }) => unknown;

const LONG = /\d{16}|[eE]/;

/** Parses JSON, and keeps long numbers exact where the browser can. */
export function parse(text: string): unknown {
  if (!/\d{16}|\d[eE][+-]?\d/.test(text)) {
    return JSON.parse(text);
  }
  const exact: Reviver = (_name, value, context) =>
    typeof value === "number" && context?.source !== undefined && String(value) !== context.source && LONG.test(context.source)
      ? new ExactNumber(context.source)
      : value;
  return JSON.parse(text, exact as (name: string, value: unknown) => unknown);
}

/** Writes JSON, with long numbers as they came. */
export function write(value: unknown, indent = 2): string {
  const raw = (JSON as { rawJSON?: (text: string) => unknown }).rawJSON;
  const exact = (_name: string, each: unknown) =>
    each instanceof ExactNumber ? (raw ? raw(each.source) : Number(each.source)) : each;
  return JSON.stringify(value ?? null, exact, indent);
}

/** Why a text is no JSON; undefined if it is. */
export function mistake(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (e) {
    return (e as Error).message;
  }
}

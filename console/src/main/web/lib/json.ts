/** A number that a number of JavaScript would change, as it was written. */
export class ExactNumber {
  constructor(readonly source: string) {}
}

/** A number of JSON as it is after parse. */
export type JsonNumber = number | ExactNumber;

export function isNumber(value: unknown): value is JsonNumber {
  return typeof value === "number" || value instanceof ExactNumber;
}

/** How a number is written. */
export function sourceOf(value: JsonNumber): string {
  return typeof value === "number" ? String(value) : value.source;
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Its digits without zeros at their ends, and a power of ten: 1e2, 100 and 100.0 have the same. */
function decimal(value: JsonNumber): { digits: string; power: number } {
  const [, sign = "", whole = "", part = "", exponent = "0"] = DECIMAL.exec(sourceOf(value)) ?? [];
  const digits = (whole + part).replace(/^0+/, "");
  const short = digits.replace(/0+$/, "");
  if (short === "") {
    return { digits: "0", power: 0 };
  }
  return { digits: sign + short, power: Number(exponent) - part.length + digits.length - short.length };
}

/** Whether two numbers are the same, to their last digit. */
export function sameNumber(one: JsonNumber, other: JsonNumber): boolean {
  const [first, second] = [decimal(one), decimal(other)];
  return first.digits === second.digits && first.power === second.power;
}

export function isWhole(value: JsonNumber): boolean {
  return decimal(value).power >= 0;
}

/** Whether a number is less than another one. Two that differ only in digits that a number of JavaScript lacks are not. */
export function isLess(one: JsonNumber, other: JsonNumber): boolean {
  return Number(sourceOf(one)) < Number(sourceOf(other));
}

type Reviver = (name: string, value: unknown, context?: { source?: string }) => unknown;

const LONG = /\d{16}|[eE]/;

/** Where a long number may begin. Ids have such digits, too, but not at this place. */
const MAY_BE_LONG = /(?:^|[\s:,[])-?(?:\d[\d.]{15}|\d[\d.]*[eE])/;

/** Parses JSON, and keeps long numbers exact where the browser can. Without any, that takes a tenth of the time. */
export function parse(text: string): unknown {
  if (!MAY_BE_LONG.test(text)) {
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

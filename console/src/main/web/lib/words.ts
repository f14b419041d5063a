/** Controls, and marks that change the direction of text or are not seen: in names of strangers they only mislead. */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** The text, with what cannot be seen made visible. */
export function visible(text: string): string {
  return text.replace(HIDDEN, "\ufffd");
}

/** In one line, and not longer. */
export function short(text: string, max = 160): string {
  const line = visible(cut(text, max)).replace(/[\t\n]+/g, " ");
  return text.length > max ? line + "…" : line;
}

/** The first characters, without half a one at the end. */
export function cut(text: string, max: number): string {
  if (text.length <= max) {
    return text;
  }
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? max - 1 : max);
}

const NUMBERS = new Intl.NumberFormat("en");

export function number(value: number): string {
  return NUMBERS.format(value);
}

export function count(value: number, one: string, many = one + "s"): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** A constant in words. */
export function words(constant: string): string {
  return constant.toLowerCase().replace(/_/g, " ");
}

/** An id that people tell apart from others. */
export function shortId(id: string): string {
  return id.slice(0, 8) + "…" + id.slice(-4);
}

/** The step of a path, without item and round. */
export function stepOf(path: string): string {
  return path.replace(/[[#].*$/s, "");
}

/** Any member of an event as text. */
export function text(value: unknown): string {
  return typeof value === "string" ? value : value === undefined || value === null ? "" : String(value);
}

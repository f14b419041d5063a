import { number } from "./words";

/** A duration in two units at most. */
export function duration(millis: number): string {
  const left = Math.max(0, millis);
  if (left < 1_000) {
    return `${Math.round(left)} ms`;
  }
  const seconds = left / 1_000;
  if (seconds < 10) {
    return `${seconds.toFixed(1).replace(".0", "")} s`;
  }
  if (seconds < 60) {
    return `${Math.floor(seconds)} s`;
  }
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) {
    return both(minutes, "min", Math.floor(seconds % 60), "s", minutes < 10);
  }
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? both(hours, "h", minutes % 60, "min", true)
    : both(Math.floor(hours / 24), "d", hours % 24, "h", hours < 336);
}

function both(one: number, unit: string, other: number, smaller: string, exact: boolean): string {
  return exact && other > 0 ? `${number(one)} ${unit} ${other} ${smaller}` : `${number(one)} ${unit}`;
}

/** A duration that goes on while it is read: without what changes too fast. */
export function about(millis: number): string {
  return millis < 1_000 ? "a moment" : duration(millis < 10_000 ? Math.floor(millis / 1_000) * 1_000 : millis);
}

const ISO = /^(-)?P(?:(\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?[\d.]+)S)?)?$/;

/** The milliseconds of a duration such as PT1M30S. */
export function millis(iso: string): number {
  const found = ISO.exec(iso);
  if (!found) {
    return 0;
  }
  const [, minus, days, hours, minutes, seconds] = found;
  const all = Number(days ?? 0) * 86_400 + Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return (minus ? -all : all) * 1_000;
}

const TODAY = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
const THIS_YEAR = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hour12: false });
const EVER = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });

/** Whether a time stands for none. */
export function isNever(time: string): boolean {
  return !/^-?\d{4}-/.test(time) || Number(time.slice(0, 4)) > 9_000;
}

export function moment(time: string): string {
  const then = new Date(time);
  const now = new Date();
  if (then.toDateString() === now.toDateString()) {
    return TODAY.format(then);
  }
  return then.getFullYear() === now.getFullYear() ? THIS_YEAR.format(then) : EVER.format(then);
}

/** In the zone of the reader, with that of the store beside it. */
export function exact(time: string): string {
  return `${new Date(time).toLocaleString()} here, ${time.replace("T", " ").replace("Z", "")} UTC`;
}

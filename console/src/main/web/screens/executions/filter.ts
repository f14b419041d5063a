import { call, query, segment } from "../../lib/api";
import { Problem } from "../../lib/problem";
import type { Route } from "../../lib/route";
import type { Execution, ExecutionListItem, Page } from "../../lib/types";

export const STATUSES = ["ESCALATED", "RUNNING", "PAUSED", "COMPENSATING", "COMPLETED", "COMPENSATED", "CANCELLED", "FAILED"];

const PAGE = 50;

/** Conditions, all of which must hold. They are in the address of the page. */
export interface Filter {
  workflow: string;
  status: string[];
  label: string[];
  code: string;
  key: string;
  /** times of the reader's zone, as the fields of the browser have them */
  from: string;
  before: string;
}

export function filterOf(route: Route): Filter {
  const all = route.query;
  return {
    workflow: all.get("workflow") ?? "",
    status: all.getAll("status"),
    label: all.getAll("label"),
    code: all.get("code") ?? "",
    key: all.get("key") ?? "",
    from: all.get("from") ?? "",
    before: all.get("before") ?? "",
  };
}

/** A time of the reader's zone, as the API wants it. */
export function instant(local: string): string | undefined {
  const time = local ? new Date(local) : undefined;
  return time && !Number.isNaN(time.getTime()) ? time.toISOString() : undefined;
}

/** The address of a page of the list. */
export function listPath(filter: Filter, cursor?: string): string {
  return (
    "v1/executions" +
    query({
      workflow: filter.workflow,
      status: filter.status,
      label: filter.label,
      code: filter.code,
      startedFrom: instant(filter.from),
      startedBefore: instant(filter.before),
      cursor,
      limit: PAGE,
    })
  );
}

/** The execution with a key, if the other conditions hold for it, too. */
export async function byKey(filter: Filter, signal: AbortSignal): Promise<Page> {
  try {
    const found = await call<Execution>("v1/keys/" + segment(filter.key), { signal });
    return { executions: holds(filter, found) ? [found as ExecutionListItem] : [] };
  } catch (e) {
    if (e instanceof Problem && e.reason === "missing") {
      return { executions: [] };
    }
    throw e;
  }
}

function holds(filter: Filter, found: Execution): boolean {
  const from = instant(filter.from);
  const before = instant(filter.before);
  return (
    (!filter.workflow || found.workflow === filter.workflow) &&
    (filter.status.length === 0 || filter.status.includes(found.status)) &&
    filter.label.every((label) => found.labels[label.slice(0, label.indexOf("="))] === label.slice(label.indexOf("=") + 1)) &&
    (!from || found.startedAt >= from) &&
    (!before || found.startedAt < before) &&
    (!filter.code || (found.error ?? "").startsWith(filter.code + ":"))
  );
}

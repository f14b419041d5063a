import { query } from "../../lib/api";
import type { Route } from "../../lib/route";
import { instant } from "../executions/filter";

/** What changes something, and is recorded. */
export const VERBS = [
  "START_EXECUTION",
  "SIGNAL",
  "MAKE_LINK",
  "CANCEL",
  "COMPENSATE",
  "MOVE",
  "PAUSE",
  "RESUME",
  "PROBE",
  "RETRY",
  "RESOLVE",
  "SKIP",
  "RERUN",
  "START_BULK",
  "STOP_BULK",
  "PUT_SCHEDULE",
  "PAUSE_SCHEDULE",
  "RESUME_SCHEDULE",
  "DELETE_SCHEDULE",
  "PAUSE_SERVICE",
  "RESUME_SERVICE",
  "REDELIVER",
  "AUDIT",
  "DEPLOY_DEFINITIONS",
  "UNDEPLOY",
  "RUN_SERVER_ACTION",
  "REFER_TO_SECRET",
];

/** What is recorded only if it was refused. */
export const READS = [
  "LIST",
  "SHOW",
  "HISTORY",
  "EXPLAIN",
  "FORECAST",
  "AWAIT",
  "WATCH",
  "INBOX",
  "VALIDATE",
  "CHECK_MOVES",
  "LIST_DEFINITIONS",
  "LIST_SCHEDULES",
  "LIST_SERVICES",
  "LIST_MESSAGES",
  "LIST_BULK",
  "LIST_NODES",
  "HEALTH",
  "WORK_AS_AGENT",
  "IDENTIFY",
  "READ_METRICS",
  "READ_RECORD",
];

const PAGE = 100;

/** Conditions, all of which must hold. They are in the address of the page. */
export interface Filter {
  who: string;
  operation: string;
  /** the id of an execution, or a key */
  about: string;
  workflow: string;
  /** times of the reader's zone, as the fields of the browser have them */
  from: string;
  before: string;
  /** "true", or empty */
  refused: string;
  /** "true" for all namespaces, or empty */
  everywhere: string;
}

export function filterOf(route: Route): Filter {
  const get = (name: string) => route.query.get(name) ?? "";
  return {
    who: get("who"),
    operation: get("operation"),
    about: get("about"),
    workflow: get("workflow"),
    from: get("from"),
    before: get("before"),
    refused: get("refused"),
    everywhere: get("everywhere"),
  };
}

/** The address of a page of the record. */
export function recordPath(filter: Filter, cursor?: string, limit = PAGE): string {
  return "v1/record" + query({ ...filter, from: instant(filter.from), before: instant(filter.before), cursor, limit });
}

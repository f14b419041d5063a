/** Why a request did not give what was asked for. */
export type Reason = "unauthenticated" | "login" | "forbidden" | "missing" | "offline" | "refused" | "failed";

/** A request that failed, in words for people. */
export class Problem extends Error {
  constructor(
    readonly reason: Reason,
    readonly status: number,
    readonly code: string,
    message: string,
    readonly instance?: string,
  ) {
    super(message);
  }

  /** Anything that was thrown, as a problem. */
  static of(thrown: unknown): Problem {
    return thrown instanceof Problem ? thrown : new Problem("failed", 0, "", "the page made a mistake: " + String(thrown));
  }
}

export function reasonOf(status: number): Reason {
  switch (status) {
    case 401:
      return "unauthenticated";
    case 403:
      return "forbidden";
    case 404:
      return "missing";
    case 502:
    case 503:
    case 504:
      return "offline";
    default:
      return status < 500 ? "refused" : "failed";
  }
}

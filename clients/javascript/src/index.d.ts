/** The kinds of failure that a handler can state. */
export type FailureKind = 'TRANSIENT' | 'THROTTLED' | 'BUSINESS' | 'POISON';

export interface FailureOptions {
  /** More data as JSON, at most 64 KB. */
  details?: unknown;
  /** With `THROTTLED`: how long the service asked to wait. */
  retryAfterMillis?: number;
  /** Whether the side effect may have happened all the same (default: false). */
  possiblyDone?: boolean;
  cause?: unknown;
}

/** Thrown by a handler to state why the attempt failed. Any other exception counts as transient and possibly done. */
export class StepFailure extends Error {
  constructor(kind: FailureKind, code: string, message: string, more?: FailureOptions);
  readonly kind: FailureKind;
  readonly code: string;
  readonly details: unknown;
  readonly retryAfterMillis: number | undefined;
  readonly possiblyDone: boolean;
  /** The service refused the request, and a retry is pointless. */
  static business(code: string, message: string, more?: FailureOptions): StepFailure;
  /** A retry may succeed. */
  static transient(code: string, message: string, more?: FailureOptions): StepFailure;
  /** The service asked to retry later. */
  static throttled(retryAfterMillis: number, message?: string, more?: FailureOptions): StepFailure;
}

/** The attempt that a handler performs. */
export interface Step {
  readonly token: string;
  /** The same for all attempts with the same input: send it along to the service. */
  readonly idempotencyKey: string;
  readonly execution: string;
  readonly step: string;
  readonly purpose: 'FORWARD' | 'PROBE' | 'COMPENSATION';
  readonly attempt: number;
  readonly workflow: string;
  readonly action: string;
  /** For a probe, the output in the newest late report. */
  readonly evidence: unknown;
  /** The span of the attempt: pass it as header to the service. Undefined if the execution has no trace. */
  readonly traceparent: string | undefined;
  /** What an earlier attempt attached to its last heartbeat, or this one since; undefined if there is none. */
  readonly checkpoint: unknown;
  /** The result is no longer wanted. One that is still returned is reported. */
  readonly cancelled: boolean;
  /** The time until complete-by. */
  readonly remainingMillis: number;
  /** Aborted at complete-by, and when the agent ends before the handler. Pass it to `fetch`. */
  readonly signal: AbortSignal;
  /** Sends a heartbeat soon; with an argument, a checkpoint for the next attempt. */
  heartbeat(checkpoint?: unknown): void;
}

export type Handler<I = any, O = unknown> = (input: I, step: Step) => O | Promise<O>;

export interface AgentOptions {
  /** Addresses of servers that share a store. The agent stays with one while it answers. */
  servers?: readonly (string | URL)[];
  /** The address of the only server. */
  server?: string | URL;
  /** The API key, or a function that is asked for it before each request. */
  apiKey?: string | (() => string | Promise<string>);
  /** Maximum number of concurrent handlers (default: 100). */
  slots?: number;
  /** Receives what the agent logs (default: warnings to the console). */
  log?: (level: 'info' | 'warn', message: string) => void;
}

/** Performs actions until it is closed. */
export class Agent {
  constructor(name: string, options: AgentOptions);
  readonly name: string;
  /** Adds an action with its handler. */
  action<I = any, O = unknown>(name: string, handler: Handler<I, O>): this;
  /** Starts the agent. It does not wait for a server, which may start later. */
  start(): this;
  /** Takes no more work, lets handlers finish, delivers their reports, and leaves (default: within 10 seconds). */
  close(options?: { drainMillis?: number }): Promise<void>;
}

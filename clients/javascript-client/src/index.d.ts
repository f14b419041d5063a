import type {
  Change, Command, Deployment, Execution, ExecutionListItem, ExecutionId, Explanation, HistoryEntry, Inbox, JobRequest,
  Page, Problem, Result, SentSignal, SignalledStartRequest, StartOutcome, StartRequest, Started,
} from './api.js';

export type * from './api.js';

/** How an execution starts. With a `key` the client repeats the request when it gets no answer. */
export type StartOptions = Omit<StartRequest, 'workflow' | 'input' | 'at'> & { at?: string | Date };

export type SignalledStartOptions = Omit<SignalledStartRequest, 'workflow' | 'input' | 'signal' | 'at'> & { key: string; at?: string | Date };

export type JobOptions = Omit<JobRequest, 'action' | 'input' | 'at'> & { at?: string | Date };

export interface ClientOptions {
  /** The address of the server. */
  server: string | URL;
  /** The API key, or a function that is asked for it before each request. */
  apiKey?: string | (() => string | Promise<string>);
  /** The namespace, if the key holds in several. */
  namespace?: string;
  /** How often a request is repeated that is safe to repeat (default: 3). */
  retries?: number;
}

/** All filters must match. */
export interface ListFilter {
  workflow?: string;
  status?: Result['status'] | readonly Result['status'][];
  labels?: Record<string, string>;
  startedFrom?: string | Date;
  startedBefore?: string | Date;
  /** The length of a page, 1 to 999 (default: 100). */
  limit?: number;
  /** The member `next` of the previous page. */
  cursor?: string;
}

/** `reset`: changes were missed, so read again what you show. `ready`: the stream begins, or goes on. */
export type ChangeEvent =
  | { readonly type: 'changed'; readonly id: string; readonly change: Change }
  | { readonly type: 'ready' | 'reset'; readonly id: string };

export interface RequestOptions {
  query?: Record<string, unknown>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is; name its type in the headers. */
  text?: string;
  headers?: Record<string, string>;
  /** Whether repeating the request does no harm (default: for GET). */
  safe?: boolean;
  /** How long to wait for an answer (default: 30 seconds). */
  patienceMillis?: number;
  signal?: AbortSignal;
}

/** A request that failed. */
export class ReeveError extends Error {
  constructor(code: string, message: string, more?: Partial<Pick<ReeveError, 'status' | 'retryable' | 'retryAfterMillis' | 'problems' | 'cause'>>);
  /** A code of the server; or `UNANSWERED`, `TIMED_OUT`, or `UNEXPECTED` for an answer that is none of Reeve's. */
  readonly code: string;
  /** The status of the answer; 0 without one. */
  readonly status: number;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** How long the server asked to wait; 0 if it did not. */
  readonly retryAfterMillis: number;
  /** The problems of a definition. */
  readonly problems: readonly Problem[];
}

/** Calls the HTTP API of a Reeve server. */
export class ReeveClient {
  constructor(options: ClientOptions);
  /** Starts an execution. It is stored when the promise is fulfilled. */
  start(workflow: string, input?: unknown, options?: StartOptions): Promise<Started>;
  /** Starts one action as a durable job. */
  startJob(action: string, input?: unknown, options?: JobOptions): Promise<Started>;
  /**
   * Sends a signal to the open execution of a key, or starts one that has the signal from its beginning. A signal with
   * the same `id` counts once, so the client repeats the request when it gets no answer.
   */
  signalWithStart(workflow: string, input: unknown, signal: SentSignal, options: SignalledStartOptions): Promise<Started>;
  /** Starts up to 1000 executions. Each start succeeds or fails on its own. */
  startMany(starts: readonly StartRequest[]): Promise<StartOutcome[]>;
  /** Shows an execution and its steps. */
  execution(id: ExecutionId): Promise<Execution>;
  executionOfKey(key: string): Promise<Execution>;
  history(id: ExecutionId): Promise<HistoryEntry[]>;
  /** What an execution waits for, and what happens next. */
  explain(id: ExecutionId): Promise<Explanation>;
  /** Sends a signal. One with the same `signalId` counts once, so the client repeats it when it gets no answer. */
  signal(id: ExecutionId, name: string, data?: unknown, options?: { signalId?: string }): Promise<void>;
  /** Waits for the end of an execution, at most 50 seconds (default: 20). `ended` says whether it has come. */
  result<O = unknown>(id: ExecutionId, options?: { waitMillis?: number; signal?: AbortSignal }): Promise<Result & { output?: O }>;
  /** Waits until an execution ends, successfully or not. Fails with the code `TIMED_OUT` after `timeoutMillis`. */
  awaitEnd<O = unknown>(id: ExecutionId, options?: { timeoutMillis?: number; signal?: AbortSignal }): Promise<Result & { output?: O }>;
  /** A page of executions, the newest first. */
  list(filter?: ListFilter): Promise<Page>;
  /** All executions, page by page. */
  listAll(filter?: ListFilter): AsyncGenerator<ExecutionListItem, void, void>;
  /** What needs a person. */
  inbox(options?: { limit?: number }): Promise<Inbox>;
  /** What changes from now on, or after the event with an id. Reconnects by itself, until the loop is left. */
  changes(options?: { workflow?: string; after?: string; signal?: AbortSignal }): AsyncGenerator<ChangeEvent, void, void>;
  cancel(id: ExecutionId, reason: string): Promise<Command>;
  compensate(id: ExecutionId, reason: string): Promise<Command>;
  pause(id: ExecutionId, reason: string): Promise<Command>;
  resume(id: ExecutionId, reason: string): Promise<Command>;
  /** Retries an escalated step. */
  retry(id: ExecutionId, step: string, reason: string, options?: { input?: unknown }): Promise<Command>;
  /** Resolves an escalated step with an output. */
  resolve(id: ExecutionId, step: string, output: unknown, reason: string): Promise<Command>;
  /** Skips an escalated step. */
  skip(id: ExecutionId, step: string, reason: string): Promise<Command>;
  /** Deploys a definition in YAML or JSON. */
  deploy(definition: string): Promise<Deployment>;
  /** Any other request of `/v1/openapi.yaml`. */
  request<T = unknown>(method: string, path: string, options?: RequestOptions): Promise<T>;
}

// From openapi.yaml, which TypesTest compares with this file.

/** Any JSON of the workflow's. The text "(masked)" stands for a field that a schema marks as sensitive, and for the whole payload, if the caller may not see it. A caller that sees masked fields cannot send that text as data. */
export type Payload = unknown;

export type ExecutionId = string;

/** a step, such as charge, encode[3] or poll#2 */
export type StepPath = string;

/** such as PT1M30S */
export type Duration = string;

export interface Reason {
  /** for the record */
  reason: string;
}

export interface StartRequest {
  workflow: string;
  input?: Payload;
  /** 0, or none, for the highest one */
  version?: number;
  /** makes repeating the start safe; also as the header Idempotency-Key */
  key?: string;
  /** what a known key means */
  keyPolicy?: 'RETURN' | 'REFUSE' | 'RETURN_OPEN' | 'REFUSE_OPEN';
  /** the caller's id of this request */
  request?: string;
  priority?: number;
  labels?: Record<string, string>;
  /** where status messages are sent */
  replyTo?: string;
  correlationId?: string;
  /** when it begins */
  at?: string;
  /** after which time it begins, such as 30s */
  after?: string;
  /** the span that the start belongs to, as W3C Trace Context writes it; also as the header traceparent */
  traceparent?: string;
}

export interface SentSignal {
  name: string;
  data?: Payload;
  /** A signal with the same id counts once. */
  id?: string;
}

export interface SignalledStartRequest {
  workflow: string;
  signal: SentSignal;
  input?: Payload;
  /** of a new execution; 0, or none, for the highest one */
  version?: number;
  /** required, here or as the header Idempotency-Key */
  key?: string;
  /** whether another execution is started if the newest one has ended */
  keyPolicy?: 'RETURN' | 'RETURN_OPEN';
  /** the caller's id of this request */
  request?: string;
  priority?: number;
  labels?: Record<string, string>;
  /** where status messages are sent */
  replyTo?: string;
  correlationId?: string;
  /** when it begins */
  at?: string;
  /** after which time it begins, such as 30s */
  after?: string;
  /** the span that the start belongs to, as W3C Trace Context writes it; also as the header traceparent */
  traceparent?: string;
}

/** Repetitions of attempts. */
export interface JobRetries {
  maxAttempts: number;
  backoff: Duration;
  factor: number;
  maxBackoff: Duration;
  /** the codes of the failures that are retried; without a value all but business failures */
  on?: Array<string>;
  /** the codes of the failures that are not retried */
  never?: Array<string>;
  giveUpAfter?: Duration;
}

/** The policy for exhausted retries. */
export interface JobExhausted {
  pause: Duration;
  rounds: number;
  then: 'COMPENSATE' | 'ESCALATE' | 'CONTINUE';
  /** what follows failures with these codes */
  byCode?: Record<string, 'COMPENSATE' | 'ESCALATE' | 'CONTINUE'>;
}

/** The policies of a job. An absent member has its default. */
export interface JobOptions {
  /** timeout of the whole job */
  completeBy?: Duration;
  /** timeout of one attempt */
  attemptCompleteBy?: Duration;
  /** longest time between two heartbeats */
  heartbeat?: Duration;
  /** how long the job may wait for an agent */
  startBy?: Duration;
  /** repetitions of attempts */
  retry?: JobRetries;
  /** the policy for exhausted retries */
  onExhausted?: JobExhausted;
  onUnknown?: 'RETRY' | 'COMPENSATE' | 'ESCALATE';
  /** the action that asks for the outcome of an attempt */
  probe?: string;
  /** the maximum number of calls at a time */
  concurrency?: number;
  /** the maximum number of calls in a period, such as 10/s */
  rate?: string;
  /** counts calls with different keys separately */
  limitKey?: string;
  /** how long the job is kept after its end */
  retention?: Duration;
}

export interface JobRequest {
  action: string;
  input?: Payload;
  /** 0, or none, for the highest one */
  version?: number;
  /** makes repeating the start safe; also as the header Idempotency-Key */
  key?: string;
  /** what a known key means */
  keyPolicy?: 'RETURN' | 'REFUSE' | 'RETURN_OPEN' | 'REFUSE_OPEN';
  /** the caller's id of this request */
  request?: string;
  priority?: number;
  labels?: Record<string, string>;
  /** where status messages are sent */
  replyTo?: string;
  correlationId?: string;
  /** when it begins */
  at?: string;
  /** after which time it begins, such as 30s */
  after?: string;
  /** the span that the start belongs to, as W3C Trace Context writes it; also as the header traceparent */
  traceparent?: string;
  options?: JobOptions;
}

export interface StartsRequest {
  starts: Array<StartRequest>;
}

export interface MoveRequest {
  version: number;
  /** for the record */
  reason: string;
}

export interface RerunRequest {
  /** the first step that is done again */
  from: string;
  input?: Payload;
  /** for the record */
  reason: string;
}

export interface RetryRequest {
  input?: Payload;
  /** for the record */
  reason: string;
}

export interface ResolveRequest {
  output: Payload;
  /** for the record */
  reason: string;
}

export interface BulkOrder {
  verb: 'RETRY' | 'PROBE' | 'RESOLVE' | 'SKIP' | 'CANCEL' | 'COMPENSATE' | 'PAUSE' | 'RESUME' | 'RERUN';
  /** for the record */
  reason: string;
  workflow?: string;
  labels?: Record<string, string>;
  step?: string;
  action?: string;
  purpose?: string;
  cause?: string;
  code?: string;
  fingerprint?: string;
  payload?: Payload;
  perSecond?: number;
  /** refused if it would change another number now */
  expected?: number;
}

export interface BulkSelection {
  verb: 'RETRY' | 'PROBE' | 'RESOLVE' | 'SKIP' | 'CANCEL' | 'COMPENSATE' | 'PAUSE' | 'RESUME' | 'RERUN';
  workflow?: string;
  labels?: Record<string, string>;
  step?: string;
  action?: string;
  purpose?: string;
  cause?: string;
  code?: string;
  fingerprint?: string;
}

/** How many a bulk operation would change. */
export interface BulkCount {
  /** the number of steps, or of executions */
  count: number;
}

export interface DeploymentRequest {
  definitions: Array<string>;
}

export interface ScheduleRequest {
  workflow?: string;
  /** of a job, in place of a workflow */
  action?: string;
  options?: JobOptions;
  version?: number;
  input?: Payload;
  cron?: string;
  zone?: string;
  /** what is done with times that a change of the clock skips */
  gap?: string;
  overlap?: string;
  /** a period such as 10m */
  every?: string;
  first?: string;
  at?: string;
  missed?: string;
  whileRunning?: string;
  priority?: number;
  labels?: Record<string, string>;
}

/** An agent. In documents of agents, unknown members are ignored, and null means the same as no member, except for payloads. */
export interface AgentRegistration {
  /** the version that the agent speaks */
  protocol?: number;
  /** its name, for people */
  agent: string;
  /** the actions that it performs */
  actions: Array<string>;
  /** maximum number of attempts at once */
  slots: number;
  [member: string]: unknown;
}

/** What an agent has to say, and how long it waits. */
export interface AgentExchange {
  /** the version that the agent speaks */
  protocol?: number;
  /** how long the server may delay its answer, at most 50,000 */
  waitMillis?: number;
  /** maximum number of attempts at once from now on; without a value the registered number */
  slots?: number;
  /** whether the agent is closing, and takes no more work */
  draining?: boolean;
  /** results; each is repeated until its verdict arrives */
  reports?: Array<AgentReport>;
  /** the attempts that the agent holds */
  beats?: Array<AgentBeat>;
  [member: string]: unknown;
}

/** The result of an attempt: an output, a failure, or that it is left open. */
export interface AgentReport {
  /** names the attempt */
  token: string;
  output?: Payload;
  failure?: AgentFailure;
  /** true: the agent is done, and the attempt waits for a result with its completion token */
  leftOpen?: boolean;
  [member: string]: unknown;
}

/** The result of an attempt: either an output or a failure. */
export interface AgentResult {
  output?: Payload;
  failure?: AgentFailure;
  [member: string]: unknown;
}

/** How long a completion token is good. */
export interface AgentRemaining {
  /** milliseconds until the attempt's complete-by */
  remainingMillis: number;
  [member: string]: unknown;
}

/** A completion token. */
export interface AgentCompletionToken {
  protocol?: 1;
  /** the last part of the address /v1/completions/TOKEN */
  completionToken: string;
  [member: string]: unknown;
}

/** An attempt that the agent holds. */
export interface AgentBeat {
  /** names the attempt */
  token: string;
  /** its progress, if that has changed; the next attempt receives it */
  checkpoint?: Payload;
  [member: string]: unknown;
}

/** Why an attempt failed. */
export interface AgentFailure {
  /** its kind, which decides what follows */
  cause: 'TRANSIENT' | 'THROTTLED' | 'BUSINESS' | 'POISON';
  /** for programs */
  code: string;
  /** for people */
  message?: string;
  /** more data */
  details?: Payload;
  /** with THROTTLED, and only with it: when the service wants to be called again */
  retryAfterMillis?: number;
  /** whether the attempt may have had its effect */
  possiblyDone?: boolean;
  [member: string]: unknown;
}

/** A request for one attempt. */
export interface AgentClaim {
  /** the version that the agent speaks */
  protocol?: number;
  /** its name, for people */
  agent: string;
  /** the actions that it performs */
  actions: Array<string>;
  /** how long the server may delay its answer, at most 50,000 */
  waitMillis?: number;
  [member: string]: unknown;
}

/** The progress of a claimed attempt. */
export interface AgentCheckpoint {
  /** the version that the agent speaks */
  protocol?: number;
  /** the next attempt receives it */
  checkpoint?: Payload;
  [member: string]: unknown;
}

/** The output of a claimed attempt. */
export interface AgentOutput {
  /** the version that the agent speaks */
  protocol?: number;
  output: Payload;
  [member: string]: unknown;
}

/** The failure of a claimed attempt. */
export interface AgentFailed {
  /** the version that the agent speaks */
  protocol?: number;
  failure: AgentFailure;
  [member: string]: unknown;
}

export type Activity = ActivityIdle | ActivityQueued | ActivityRunning | ActivityChild | ActivityWaiting;

/** Another execution does it. */
export interface ActivityChild {
  kind: 'child';
  /** that execution */
  child: ExecutionId;
  /** when it was started */
  since: string;
}

/** Nothing. */
export interface ActivityIdle {
  kind: 'idle';
}

/** It waits for an agent. */
export interface ActivityQueued {
  kind: 'queued';
  /** when it began to wait */
  since: string;
}

/** An agent makes an attempt. */
export interface ActivityRunning {
  kind: 'running';
  /** its number */
  attempt: number;
  /** the agent */
  agent: string;
  /** when the attempt began */
  startedAt: string;
  /** when it counts as silent */
  completeBy: string;
  /** when it should be heard from */
  expectedBy?: string;
}

/** It waits for a time, or a signal. */
export interface ActivityWaiting {
  kind: 'waiting';
  /** the end of the wait */
  until: string;
  /** the reason for the wait */
  reason: 'TIMER' | 'BACKOFF' | 'PAUSE' | 'THROTTLED' | 'ROUND' | 'SIGNAL';
  /** the signal */
  signal?: string;
}

/** A report that was accepted. */
export interface AgentAccepted {
  protocol: 1;
  accepted: true;
}

/** An attempt, or none. */
export interface AgentClaimed {
  protocol: 1;
  work: Array<AgentWork>;
}

/** The answer to the heartbeat of a claimed attempt. */
export interface AgentHeard {
  protocol: 1;
  /** whether the result is not wanted any more */
  cancelled: boolean;
}

/** The pace that the server asks its agents for. */
export interface AgentPace {
  /** how long to let an answer be delayed */
  waitMillis: number;
  /** how soon to list new work in a heartbeat */
  confirmMillis: number;
}

/** The answer to an exchange. */
export interface AgentReply {
  protocol: 1;
  /** new attempts */
  work: Array<AgentWork>;
  /** what became of reports */
  verdicts: Array<AgentVerdict>;
  /** tokens of attempts whose results are not wanted any more */
  cancelled: Array<string>;
  pace: AgentPace;
}

/** A session that was opened. */
export interface AgentSession {
  protocol: 1;
  /** names it in addresses */
  session: string;
  pace: AgentPace;
  /** where transactional steps find the function complete */
  schema: string;
}

/** What became of a report. */
export interface AgentVerdict {
  /** names the attempt */
  token: string;
  /** whether the report counts */
  accepted: boolean;
  /** why it does not */
  reason?: string;
}

/** An attempt to perform. */
export interface AgentWork {
  /** names the attempt */
  token: string;
  /** the same for all attempts with the same input */
  idempotencyKey: string;
  execution: ExecutionId;
  step: StepPath;
  /** what it is for */
  purpose: 'FORWARD' | 'COMPENSATION' | 'PROBE';
  /** its number, from 1 */
  attempt: number;
  /** the name of the workflow */
  workflow: string;
  /** what to do */
  action: string;
  /** the time until complete-by, from the moment at which the request was sent */
  remainingMillis: number;
  /** the longest time between two heartbeats */
  heartbeatMillis?: number;
  input: Payload;
  /** what an earlier attempt attached to its heartbeat */
  checkpoint?: Payload;
  /** with PROBE, the output in the newest late report */
  evidence?: Payload;
  /** the span of the attempt, as W3C Trace Context writes it; absent if the start had none */
  traceparent?: string;
}

/** The attempts of a step. */
export interface Budget {
  /** the number of the attempt */
  attempt: number;
  /** the number of attempts that count */
  charged: number;
  /** the maximum of those */
  attemptsMax: number;
  /** the number of pauses so far */
  round: number;
  /** the maximum of those */
  rounds: number;
}

/** A bulk operation. */
export interface Bulk {
  /** its id, which is that of an execution */
  operation: ExecutionId;
  /** the verb of the operation */
  verb: 'RETRY' | 'PROBE' | 'RESOLVE' | 'SKIP' | 'CANCEL' | 'COMPENSATE' | 'PAUSE' | 'RESUME' | 'RERUN';
  /** the actor */
  actor: string;
  /** the number of executions that were examined */
  seen: number;
  /** the number of executions that were changed */
  done: number;
  /** the number of refusals */
  refused: number;
  /** the first of those */
  refusals: Array<BulkRefusal>;
  /** whether it has ended */
  finished: boolean;
}

/** An execution that refused. */
export interface BulkRefusal {
  /** its id */
  execution: string;
  /** the step */
  step?: string;
  /** why */
  reason: string;
}

/** A bulk operation, with its request. */
export interface BulkState {
  status: 'RUNNING' | 'COMPENSATING' | 'ESCALATED' | 'PAUSED' | 'COMPLETED' | 'COMPENSATED' | 'CANCELLED' | 'FAILED';
  reason: string;
  order: BulkOrder;
  operation: Bulk;
  /** the last examined execution */
  last?: string;
  /** when that execution was started */
  lastStartedAt?: string;
}

/** Bulk operations, the newest first. */
export interface Bulks {
  operations: Array<BulkState>;
}

/** What changed. */
export interface Change {
  namespace: string;
  workflow: string;
  execution: ExecutionId;
  version: number;
  status: 'RUNNING' | 'COMPENSATING' | 'ESCALATED' | 'PAUSED' | 'COMPLETED' | 'COMPENSATED' | 'CANCELLED' | 'FAILED';
}

/** The changes of an action or a schedule by people. */
export interface ChangeList {
  /** the action or the schedule */
  name: string;
  /** the newest first */
  changes: Array<ChangeListChange>;
}

/** A change. */
export interface ChangeListChange {
  /** PAUSED, RESUMED or DELETED */
  change: string;
  /** the actor */
  actor: string;
  /** why */
  reason: string;
  /** when */
  at: string;
}

/** A command of an operator on an execution. */
export interface Command {
  /** its id */
  execution: ExecutionId;
  /** the verb, such as RETRY */
  verb: string;
  /** to which step */
  step?: string;
  /** the actor */
  actor: string;
  /** the re-run */
  rerunAs?: ExecutionId;
  /** of the execution that continues */
  status: 'RUNNING' | 'COMPENSATING' | 'ESCALATED' | 'PAUSED' | 'COMPLETED' | 'COMPENSATED' | 'CANCELLED' | 'FAILED';
}

export type Consequence = ConsequenceRetry | ConsequenceProbe | ConsequencePause | ConsequenceCompensate | ConsequenceEscalate | ConsequenceContinue | ConsequenceClose | ConsequenceComplete;

/** The step has ended, since nothing needs it any more. */
export interface ConsequenceClose {
  kind: 'close';
}

/** The execution is undone. */
export interface ConsequenceCompensate {
  kind: 'compensate';
  /** why */
  failure: Failure;
}

/** The step is done. */
export interface ConsequenceComplete {
  kind: 'complete';
}

/** The execution continues without the step. */
export interface ConsequenceContinue {
  kind: 'continue';
  /** why */
  failure: Failure;
}

/** A person decides. */
export interface ConsequenceEscalate {
  kind: 'escalate';
  /** why */
  failure: Failure;
}

/** A pause, and then another round of attempts. */
export interface ConsequencePause {
  kind: 'pause';
  /** its end */
  until: string;
  /** the number of the round */
  round: number;
  /** the maximum of those */
  rounds: number;
}

/** The service is asked what became of it. */
export interface ConsequenceProbe {
  kind: 'probe';
  /** the action of the probe */
  action: string;
}

/** Another attempt. */
export interface ConsequenceRetry {
  kind: 'retry';
  /** when */
  at: string;
  /** the reason for the wait */
  reason?: 'TIMER' | 'BACKOFF' | 'PAUSE' | 'THROTTLED' | 'ROUND' | 'SIGNAL';
  /** which attempt it is */
  budget: Budget;
}

/** Deployed versions. */
export interface Definitions {
  definitions: Array<DefinitionsDefinition>;
}

export interface DefinitionsDefinition {
  workflow: string;
  version: number;
}

/** The drawing of a definition. All numbers are pixels from the upper left corner. */
export interface Drawing {
  /** the version of the layout; another one may draw the same definition in another way */
  layout: number;
  /** the name of the workflow */
  workflow: string;
  /** its version */
  version: number;
  /** of the workflow; empty if it has none */
  description: string;
  /** of everything */
  width: number;
  /** of everything */
  height: number;
  /** the steps and their cases, in the order of the definition */
  nodes: Array<DrawingNode>;
  /** from node to node */
  edges: Array<DrawingEdge>;
  /** around nodes */
  frames: Array<DrawingFrame>;
}

/** A node of a drawing. */
export interface DrawingNode {
  /** the name of the step, `switch.case` for a case, `step!undo` for a compensation, and `!start` for the start: unique */
  id: string;
  /** what it is */
  kind: 'START' | 'ACTION' | 'CHILD' | 'WAIT' | 'AWAIT' | 'SWITCH' | 'CASE' | 'VALUE' | 'FAIL' | 'COMPLETE' | 'COMPENSATION';
  /** the steps that it stands for: several if they are folded, none for the start */
  steps: Array<string>;
  /** its left border */
  x: number;
  /** its upper border */
  y: number;
  /** with the cards behind it */
  width: number;
  /** with the cards behind it */
  height: number;
  /** the name, in as many lines as it has room, cut if it is too long; empty for the start and for a compensation */
  label: Array<string>;
  /** what it does, cut if it is too long; empty if the name says all */
  task: string;
  /** when and how often it runs, and further properties, each cut if it is too long */
  notes: Array<string>;
  /** further properties */
  marks: Array<'ITEMS' | 'GROUP' | 'LOOP' | 'PIVOT' | 'UNDONE'>;
  /** everything about it, whole */
  text: string;
}

/** An edge of a drawing. */
export interface DrawingEdge {
  /** the id of the node where it begins */
  from: string;
  /** the id of the node where it ends, with an arrowhead */
  to: string;
  /** what it is */
  kind: 'AFTER' | 'CHOICE' | 'UNDO';
  /** its corners, from the border of one node to that of the other: x and y by turns */
  points: Array<number>;
}

/** A frame around nodes of a drawing. */
export interface DrawingFrame {
  /** what they have in common */
  label: string;
  /** its left border */
  x: number;
  /** its upper border */
  y: number;
  /** its width */
  width: number;
  /** its height */
  height: number;
}

/** Deployed definitions. */
export interface Deployment {
  /** one for each file */
  deployed: Array<DeploymentItem>;
}

/** A deployed definition. */
export interface DeploymentItem {
  /** the name of the workflow */
  workflow: string;
  /** its version */
  version: number;
  /** false if the same definition was deployed already */
  created: boolean;
  /** workflows that its steps start and that are not deployed */
  missing: Array<string>;
}

/** An error. */
export interface ErrorDetail {
  /** one of the codes in the reference of errors */
  code: 'INVALID_INPUT' | 'WORKFLOW_UNKNOWN' | 'NOT_FOUND' | 'CONFLICT' | 'REFUSED' | 'UNAUTHENTICATED' | 'DENIED' | 'OVERLOADED' | 'STORE_UNAVAILABLE' | 'STORE_UNUSABLE' | 'FENCED' | 'CLOSED' | 'LOST' | 'TIMED_OUT' | 'NOT_COMPLETED' | 'INTERNAL';
  /** for people */
  message: string;
  /** the problems of a definition, if the error is about one */
  problems: Array<Problem>;
}

/** An event. Its members are those of the type. */
export interface Event {
  kind: string;
  [member: string]: unknown;
}

/** Everything about one execution. */
export interface Execution {
  /** its id */
  id: ExecutionId;
  /** the key that it was started with */
  key?: string;
  /** the name of its workflow */
  workflow: string;
  /** the version of its workflow */
  version: number;
  /** the action that it calls, if it is a job */
  action?: string;
  /** its status */
  status: 'RUNNING' | 'COMPENSATING' | 'ESCALATED' | 'PAUSED' | 'COMPLETED' | 'COMPENSATED' | 'CANCELLED' | 'FAILED';
  /** its priority */
  priority: number;
  /** its labels */
  labels: Record<string, string>;
  /** the time of its start */
  startedAt: string;
  /** the time of its end */
  endedAt?: string;
  /** why it did not complete, or what needs a person, in one line */
  error?: string;
  /** its input */
  input: Payload;
  /** its output, if it completed */
  output?: Payload;
  /** when it is undone, if it has not ended by then */
  completeBy?: string;
  /** why it is undone or failed */
  failure?: Failure;
  /** the step whose failure this is */
  failedStep?: string;
  /** of which execution it is the re-run */
  rerun?: ExecutionOrigin;
  /** its re-run */
  rerunAs?: ExecutionId;
  /** the execution that it is a step of */
  parent?: ExecutionId;
  /** the execution that it undoes */
  undoes?: ExecutionId;
  /** the steps that have begun, and those that were skipped */
  steps: Array<ExecutionStep>;
  /** the number of the event after which all of this was so; absent if it is so now */
  asOf?: number;
}

/** A report that came too late to count. */
export interface ExecutionEvidence {
  /** of the attempt */
  purpose: 'FORWARD' | 'PROBE' | 'COMPENSATION';
  /** the number of the attempt */
  attempt: number;
  /** the output of the step before it was undone */
  output?: Payload;
  /** or how it had failed */
  failure?: Failure;
}

/** One execution. */
export interface ExecutionListItem {
  /** its id */
  id: ExecutionId;
  /** the key that it was started with */
  key?: string;
  /** the name of its workflow */
  workflow: string;
  /** the version of its workflow */
  version: number;
  /** the action that it calls, if it is a job */
  action?: string;
  /** its status */
  status: 'RUNNING' | 'COMPENSATING' | 'ESCALATED' | 'PAUSED' | 'COMPLETED' | 'COMPENSATED' | 'CANCELLED' | 'FAILED';
  /** its priority */
  priority: number;
  /** its labels */
  labels: Record<string, string>;
  /** the time of its start */
  startedAt: string;
  /** the time of its end */
  endedAt?: string;
  /** why it did not complete, or what needs a person */
  error?: string;
}

/** Where a re-run comes from. */
export interface ExecutionOrigin {
  /** the execution that had ended */
  of: ExecutionId;
  /** the first step that is done again */
  from: StepPath;
  /** the person or program that asked for it */
  actor: string;
  /** the actor's reason */
  reason: string;
  /** idempotency keys that are kept, by step */
  keys: Record<string, string>;
}

/** A step. */
export interface ExecutionStep {
  /** its name; name[3] for an item */
  step: StepPath;
  /** its status */
  status: 'PENDING' | 'READY' | 'RUNNING' | 'WAITING' | 'PROBING' | 'COMPLETED' | 'FAILED' | 'SKIPPED' | 'COMPENSATING' | 'COMPENSATED' | 'ESCALATED';
  /** whether it is done, undone or asked about */
  purpose: 'FORWARD' | 'PROBE' | 'COMPENSATION';
  /** the number of attempts for this purpose */
  attempts: number;
  /** the current activity */
  now: Activity;
  /** when it began */
  beganAt?: string;
  /** when its status last changed */
  since?: string;
  /** whether a re-run took it over */
  taken: boolean;
  /** the execution that does it */
  child?: ExecutionId;
  /** the last checkpoint */
  checkpoint?: Payload;
  /** its output */
  output?: Payload;
  /** its last failure */
  failure?: Failure;
  /** reports that came too late */
  evidence: Array<ExecutionEvidence>;
}

/** The explanation of an execution. */
export interface Explanation {
  /** its id */
  execution: ExecutionId;
  /** its status */
  status: 'RUNNING' | 'COMPENSATING' | 'ESCALATED' | 'PAUSED' | 'COMPLETED' | 'COMPENSATED' | 'CANCELLED' | 'FAILED';
  /** in a sentence, for people */
  summary: string;
  /** its open steps */
  steps: Array<ExplanationStep>;
  /** the number of open steps that are not listed */
  more: number;
  /** which node decides about it; absent if it has ended, or if the store cannot tell */
  owner?: ExplanationOwner;
  /** the number of the event after which all of this was so; absent if it is so now */
  asOf?: number;
}

/** The node that decides about an execution. */
export interface ExplanationOwner {
  /** whether a node owns the shard of the execution, it moves, or nobody takes it */
  state: 'OWNED' | 'MOVING' | 'NOBODY';
  /** the shard of the execution */
  shard: number;
  /** the node that owns the shard */
  node?: string;
  /** when that node last renewed its registration */
  renewed?: string;
}

/** An open step. */
export interface ExplanationStep {
  /** its name */
  step: StepPath;
  /** its status */
  status: 'PENDING' | 'READY' | 'RUNNING' | 'WAITING' | 'PROBING' | 'COMPLETED' | 'FAILED' | 'SKIPPED' | 'COMPENSATING' | 'COMPENSATED' | 'ESCALATED';
  /** whether it is done, undone or asked about */
  purpose: 'FORWARD' | 'PROBE' | 'COMPENSATION';
  /** the action that is called */
  action?: string;
  /** the reason for which it is open */
  situation: Situation;
  /** the attempts made and left */
  budget?: Budget;
  /** its last failure */
  failure?: Failure;
  /** a description of the step's policy for failures */
  policy: string;
  /** the next decision, if no report arrives before */
  next?: Forecast;
}

/** A failure. */
export interface Failure {
  /** its kind, which decides what follows */
  cause: 'SILENT' | 'LOST' | 'TRANSIENT' | 'THROTTLED' | 'BUSINESS' | 'POISON';
  /** the code that the agent gave it, or one of Reeve's own */
  code: string;
  /** for people */
  message: string;
  /** details from the agent */
  details?: Payload;
  /** when the service wants to be called again */
  retryAfter?: Duration;
  /** whether the attempt may have had its effect */
  possiblyDone: boolean;
}

/** The forecast after a failure. */
export interface Forecast {
  /** the step that fails */
  step: StepPath;
  /** when it is assumed to fail */
  at: string;
  /** the assumed failure */
  failure?: Failure;
  /** the decision of the engine */
  consequence: Consequence;
  /** the events that the engine would store */
  events: Array<Event>;
  /** the number of further events */
  moreEvents: number;
  /** of the execution after that */
  status: 'RUNNING' | 'COMPENSATING' | 'ESCALATED' | 'PAUSED' | 'COMPLETED' | 'COMPENSATED' | 'CANCELLED' | 'FAILED';
}

/** The supervisor. */
export interface HealthSupervisor {
  lag: Duration;
  overdue: Duration;
  deadlines: number;
  stalls: number;
  silenceJudgedFrom: string;
}

/** The auditor. */
export interface HealthAudit {
  executions: number;
  passes: number;
  incidents: number;
  overdue: Duration;
}

/** The delivery of status messages. */
export interface HealthCourier {
  delivered: number;
  failed: number;
  givenUp: number;
  inFlight: number;
  unreachable: number;
}

/** The node. */
export interface HealthNode {
  nodes: number;
  shards: number;
  sinceRenewal: Duration;
}

/** The last jump of the store's clock. */
export interface HealthClockJump {
  from: string;
  to: string;
  frozenUntil: string;
}

/** How the engine is. */
export interface Health {
  commits: number;
  transitions: number;
  /** time spent waiting for commits since it was opened, over all lanes */
  commitTime: Duration;
  active: number;
  swappedOut: number;
  heldBytes: number;
  heldBytesMax: number;
  quarantined: number;
  /** the supervisor */
  supervisor: HealthSupervisor;
  /** the auditor */
  audit: HealthAudit;
  /** the delivery of status messages */
  courier: HealthCourier;
  /** the node */
  node: HealthNode;
  incidents: Array<HealthIncident>;
  /** the last jump of the store's clock */
  clockJump?: HealthClockJump;
  agents: Array<HealthAgentState>;
}

/** A violated rule. */
export interface HealthIncident {
  execution?: ExecutionId;
  schedule?: string;
  rule: string;
  problem: string;
  noticedAt: string;
}

export interface HealthAgentState {
  name: string;
  reference: string;
  health: string;
  actions: Array<string>;
  slots: number;
  busy: number;
  registeredAt: string;
  heardAt: string;
}

/** The history of an execution. */
export interface History {
  /** its id */
  execution: ExecutionId;
  /** the oldest first */
  entries: Array<HistoryEntry>;
}

/** One event of a history. */
export interface HistoryEntry {
  /** its number; events of one decision have the same */
  seq: number;
  /** when it was stored */
  at: string;
  /** the event */
  event: Event;
}

/** The work that needs a person. */
export interface Inbox {
  /** escalated steps, by what they have in common */
  groups: Array<InboxGroup>;
  /** actions that no agent offers */
  unoffered: Array<InboxUnoffered>;
  /** the number of executions that need a person */
  executions: number;
  /** whether there are more that were not examined */
  more: boolean;
  /** executions whose histories are damaged */
  unreadable: Array<ExecutionId>;
}

/** Escalated steps with the same action and the same failure. */
export interface InboxGroup {
  /** the action */
  action: string;
  /** whether steps were done or undone */
  purpose: 'FORWARD' | 'PROBE' | 'COMPENSATION';
  /** the kind of the failure */
  cause: 'SILENT' | 'LOST' | 'TRANSIENT' | 'THROTTLED' | 'BUSINESS' | 'POISON';
  /** its code */
  code: string;
  /** its message, with numbers and ids replaced */
  fingerprint: string;
  /** the number of steps */
  steps: number;
  /** since when the oldest waits */
  oldest: string;
  /** one of the executions */
  example: ExecutionId;
  /** its step */
  exampleStep: StepPath;
  /** its message */
  exampleMessage: string;
  /** the verbs that a person can use */
  verbs: Array<'RETRY' | 'PROBE' | 'RESOLVE' | 'SKIP' | 'CANCEL' | 'COMPENSATE' | 'PAUSE' | 'RESUME' | 'RERUN'>;
}

/** An action that steps wait for. */
export interface InboxUnoffered {
  /** the action */
  action: string;
  /** since when no agent offers it */
  since: string;
  /** the number of waiting steps */
  waiting: number;
  /** the agent that went offline with work */
  agent?: string;
}

/** A limit on calls. */
export interface Limit {
  /** the value that calls under this limit have in common */
  key?: string;
  /** the maximum at a time; 0 without one */
  concurrency: number;
  /** the maximum in a time, such as 10/s */
  rate?: string;
}

/** Status messages that could not be delivered. */
export interface MessageList {
  /** the one that has waited longest first */
  messages: Array<MessageListMessage>;
  /** whether there may be more */
  more: boolean;
}

/** A message. */
export interface MessageListMessage {
  /** the execution that it is about */
  execution: ExecutionId;
  /** its number among the messages about this execution */
  number: number;
  /** when it was written */
  at: string;
  /** where it should go */
  replyTo: string;
  /** the type of the message */
  type: string;
  /** the number of attempts to send it */
  attempts: number;
  /** why the last attempt failed */
  error: string;
}

/** Which open executions can move to a definition. */
export interface MoveCheck {
  /** the name of the workflow */
  workflow: string;
  /** the version to move to */
  version: number;
  /** the number of open executions on other versions */
  executions: number;
  /** the number of these that can move */
  movable: number;
  /** the obstacles of the others, the most frequent one first */
  obstacles: Array<MoveCheckObstacle>;
  /** executions whose histories are damaged */
  unreadable: Array<ExecutionId>;
  /** whether there are more that were not examined */
  more: boolean;
}

/** An obstacle to a move. */
export interface MoveCheckObstacle {
  /** the step */
  step?: string;
  /** the problem */
  problem: string;
  /** the number of executions with this obstacle */
  executions: number;
  /** one of them */
  example: ExecutionId;
}

/** The nodes on a store. */
export interface NodeList {
  /** by name */
  nodes: Array<NodeListNode>;
}

/** One engine. Its figures are those of its last renewal. */
export interface NodeListNode {
  /** its name */
  name: string;
  /** differs at each start */
  incarnation: string;
  /** whether it takes shards */
  owns: boolean;
  /** the number of shards that it owns, of 256 */
  shards: number;
  /** when it registered */
  since: string;
  /** when it last renewed its registration; absent if it owns the store alone */
  renewed?: string;
  /** its executions in memory or swapped out */
  inFlight?: number;
  /** by how much the supervisor's last turn was late */
  lag?: Duration;
  /** since when the oldest due work waits; absent if none does */
  oldestDue?: string;
  /** the release of Reeve that it runs */
  version?: string;
}

/** A page of a list. */
export interface Page {
  executions: Array<ExecutionListItem>;
  next?: string;
}

/** A problem in a definition. */
export interface Problem {
  /** its file */
  file?: string;
  /** the line; 0 if it is not known */
  line: number;
  /** the column; 0 if it is not known */
  column: number;
  /** the place in the definition, such as steps.pay.retry */
  path: string;
  /** the problem */
  message: string;
  /** a correction */
  suggestion: string;
  /** whether the definition is refused because of it */
  severity: 'ERROR' | 'WARNING';
}

/** An error as RFC 9457 describes it. */
export interface ProblemDetail {
  /** a page about the code, as a path on the host of the server */
  type: string;
  /** the code in words */
  title: string;
  /** the status of the answer */
  status: number;
  /** for programs; a released code keeps its meaning */
  code: 'INVALID_INPUT' | 'WORKFLOW_UNKNOWN' | 'NOT_FOUND' | 'CONFLICT' | 'REFUSED' | 'UNAUTHENTICATED' | 'DENIED' | 'OVERLOADED' | 'STORE_UNAVAILABLE' | 'STORE_UNUSABLE' | 'FENCED' | 'CLOSED' | 'LOST' | 'TIMED_OUT' | 'NOT_COMPLETED' | 'INTERNAL';
  /** for people */
  detail: string;
  /** whether the same request may succeed later without any change */
  retryable: boolean;
  /** the problems of a definition, if the error is about one */
  problems: Array<Problem>;
  /** names this occurrence in the log of the server; without a value the log says nothing about it */
  instance?: string;
}

/** A page of the record of who did what. */
export interface RecordPage {
  /** the newest first */
  calls: Array<RecordedCall>;
  /** the cursor of the next page; absent on the last one */
  next?: string;
  /** how far back the search for this page has looked, to the hour after it if it is about one namespace; absent if there was nothing to look at */
  back?: string;
}

/** A call that changed something, or that was refused. */
export interface RecordedCall {
  /** its time */
  at: string;
  /** the name of the caller */
  who: string;
  /** from where, such as an address; empty for the process of the engine */
  origin: string;
  /** such as CANCEL */
  operation: string;
  /** its namespace */
  namespace: string;
  /** what it was about, in words */
  subject?: string;
  /** the id of the execution */
  execution?: string;
  /** the name of the workflow */
  workflow?: string;
  /** the key of the start */
  key?: string;
  /** the caller's reason */
  reason?: string;
  /** DONE, or the code of the error */
  outcome: string;
}

/** Messages that are sent again. */
export interface Redelivery {
  /** the execution that they are about; without a value all */
  execution?: ExecutionId;
  /** the number of messages */
  messages: number;
}

/** The end of an execution, or its status if it has not ended. */
export interface Result {
  id: ExecutionId;
  status: 'RUNNING' | 'COMPENSATING' | 'ESCALATED' | 'PAUSED' | 'COMPLETED' | 'COMPENSATED' | 'CANCELLED' | 'FAILED';
  ended: boolean;
  output?: Payload;
  failure?: Failure;
  /** the step whose failure this is */
  failedStep?: string;
}

/** A change of a schedule. */
export interface ScheduleChange {
  /** its name */
  schedule: string;
  /** PAUSE, RESUME or DELETE */
  verb: string;
  /** the actor */
  actor: string;
}

/** A schedule that was registered or removed. */
export interface ScheduleDone {
  schedule: string;
  actor: string;
}

/** The schedules of a store. */
export interface ScheduleList {
  /** by name */
  schedules: Array<ScheduleListItem>;
}

/** A schedule. */
export interface ScheduleListItem {
  /** its name */
  name: string;
  /** the workflow that it starts */
  workflow: string;
  /** the version that it starts; without a value the latest */
  version?: number;
  /** when it starts */
  timetable: Timetable;
  /** the policy for times at which no engine ran */
  missed: 'SKIP' | 'ONE' | 'ALL';
  /** the policy for times at which the previous execution is open */
  whileRunning: 'SKIP' | 'QUEUE' | 'ALLOW';
  /** of the executions */
  priority: number;
  /** of the executions */
  labels: Record<string, string>;
  /** of the executions */
  input: Payload;
  /** the next time */
  next?: string;
  /** the last time at which it started an execution */
  lastStarted?: string;
  /** why it could not start the last one */
  error?: string;
  /** the actor of the pause */
  pause?: ScheduleListPause;
}

/** A pause. */
export interface ScheduleListPause {
  /** the actor of the pause */
  actor: string;
  /** why */
  reason: string;
  /** when */
  since: string;
}

/** The next times of a schedule. */
export interface ScheduleTimes {
  /** its name */
  schedule: string;
  /** the earliest first; fewer if it has no more */
  times: Array<string>;
}

/** The link that is wanted. */
export interface SignalLinkRequest {
  /** how long it can be used, such as 7d or PT1H; 1 minute to 90 days */
  expiresIn?: string;
  /** the step that waits for the signal; without it, the first one in the order of the definition */
  step?: StepPath;
}

/** A link to a step that waits for a signal. */
export interface SignalLink {
  /** the credential: a client that has it can answer once */
  token: string;
  /** the page of the console with the form, as a path on the host of the server. The token is behind the #, so no server and no proxy sees it */
  link: string;
  /** the name of the signal */
  signal: string;
  /** the step that waits for it */
  step: StepPath;
  /** from when the link is of no use */
  expires: string;
}

/** The token of a link. */
export interface LinkToken {
  /** the part of the link behind the # */
  token: string;
}

/** The answer of a person who has a link. */
export interface LinkAnswer {
  /** the part of the link behind the # */
  token: string;
  /** the data of the signal; null without it */
  data?: Payload;
}

/** What a person who has a link sees of an execution. */
export interface SignalForm {
  /** of the signal, so the link counts once */
  id: string;
  /** the name of the workflow */
  workflow: string;
  /** of the workflow, for people */
  description?: string;
  /** the step that waits */
  step: StepPath;
  /** the signal that it waits for */
  signal: string;
  /** the JSON Schema of the data; any JSON without it */
  schema?: unknown;
  /** from when the link is of no use */
  expires: string;
}

/** Figures of an engine in a namespace, for the last hour. */
export interface LastHour {
  /** when the engine began to count */
  since: string;
  /** at most 60, the newest last, which goes on */
  minutes: Array<LastHourMinute>;
}

/** One minute. */
export interface LastHourMinute {
  /** when it began */
  from: string;
  /** executions that started */
  started: number;
  /** executions that completed */
  completed: number;
  /** executions that were compensated or cancelled */
  undone: number;
  /** executions that failed */
  failed: number;
  /** attempts that ended */
  attempts: number;
  /** those of them that failed */
  failures: number;
  /** steps that needed a person */
  escalated: number;
}

/** Figures of the steps of a version, from the histories of its newest executions. */
export interface Statistics {
  /** the workflow */
  workflow: string;
  /** the version */
  version: number;
  /** the number of executions that were read */
  executions: number;
  /** whether there may be older ones */
  more: boolean;
  /** when the oldest of them started */
  since?: string;
  /** by name */
  steps: Array<StepFigures>;
}

/** Figures of a step while it goes forward, with all its items and rounds. */
export interface StepFigures {
  /** its name */
  step: string;
  /** how often it began */
  begun: number;
  /** how often it completed */
  completed: number;
  /** how often it failed */
  failed: number;
  /** how often it was skipped */
  skipped: number;
  /** how often it needed a person */
  escalated: number;
  /** the number of attempts */
  attempts: number;
  /** those of them that were not the first */
  retries: number;
  /** by code, the most frequent first */
  failures: Array<CodeCount>;
  /** from when it was ready to the beginning of an attempt */
  waited?: Percentiles;
  /** one attempt */
  ran?: Percentiles;
  /** from its beginning to its completion, with all attempts and pauses */
  took?: Percentiles;
}

/** How often attempts failed with a code. */
export interface CodeCount {
  /** the code */
  code: string;
  /** how often */
  count: number;
}

/** Durations: half of them are at most p50, 95 % at most p95. */
export interface Percentiles {
  /** the number of durations */
  count: number;
  p50: Duration;
  p95: Duration;
  p99: Duration;
}

/** Who the caller is. */
export interface Self {
  name: string;
  namespace: string;
  roles: Record<string, Array<string>>;
}

/** An action that was resumed. */
export interface ServiceResumed {
  /** the action */
  action: string;
  /** the actor of the resumption */
  actor: string;
}

/** Actions that failed for all callers. */
export interface ServiceIncidentList {
  /** the oldest first */
  incidents: Array<ServiceIncident>;
}

/** One action, from its first failure to its recovery. */
export interface ServiceIncident {
  action: string;
  /** the failure */
  reason: string;
  openedAt: string;
  closedAt?: string;
}

/** Attempts that take longer than expected. */
export interface SuspectList {
  /** the longest-running first */
  suspects: Array<Suspect>;
}

/** An attempt. */
export interface Suspect {
  execution: ExecutionId;
  step: StepPath;
  purpose: 'FORWARD' | 'PROBE' | 'COMPENSATION';
  attempt: number;
  action: string;
  agent: string;
  /** for how long it runs */
  running: Duration;
  /** how long it was expected to take */
  expected: Duration;
}

/** The actions that agents offer. */
export interface Services {
  services: Array<ServicesService>;
}

export interface ServicesService {
  action: string;
  state: 'CLOSED' | 'OPEN' | 'HALF_OPEN' | 'RAMPING' | 'PAUSED';
  since?: string;
  reason?: string;
  actor?: string;
  next?: string;
  failurePercent: number;
  queued: number;
  retries: number;
  limited: number;
  waiting: Duration;
  underWay: number;
  limit?: number;
  agents: number;
}

export type Situation = SituationQueued | SituationUnoffered | SituationLimited | SituationWithheld | SituationRunning | SituationChild | SituationWaiting | SituationNeedsPerson;

/** For the end of another execution. */
export interface SituationChild {
  kind: 'child';
  /** that execution */
  child: ExecutionId;
  /** when it was started */
  since: string;
}

/** For the limit on calls of its action. */
export interface SituationLimited {
  kind: 'limited';
  /** when it began to wait */
  since: string;
  /** the limit */
  limit: Limit;
  /** the number of calls under way */
  running: number;
  /** the number of waiting steps */
  waiting: number;
  /** when the rate permits the next one */
  next?: string;
}

/** For a person. */
export interface SituationNeedsPerson {
  kind: 'needsPerson';
  /** when it was escalated */
  since?: string;
  /** the verbs that a person can use */
  verbs: Array<'RETRY' | 'PROBE' | 'RESOLVE' | 'SKIP' | 'CANCEL' | 'COMPENSATE' | 'PAUSE' | 'RESUME' | 'RERUN'>;
}

/** For an agent. */
export interface SituationQueued {
  kind: 'queued';
  /** when it began to wait */
  since: string;
  /** the limit on the calls */
  limit?: Limit;
}

/** For the report of an agent. */
export interface SituationRunning {
  kind: 'running';
  /** the agent */
  agent: string;
  /** the node of the agent, if another one handles the execution */
  node?: string;
  /** when the attempt began */
  startedAt: string;
  /** when it counts as silent */
  completeBy: string;
  /** the longest time between two heartbeats */
  heartbeat?: Duration;
  /** when it should be heard from next */
  expectedBy?: string;
}

/** For an agent that offers its action, and none does. */
export interface SituationUnoffered {
  kind: 'unoffered';
  /** when it began to wait */
  since: string;
  /** since when no agent offers the action */
  unoffered?: string;
}

/** For a time, or a signal. */
export interface SituationWaiting {
  kind: 'waiting';
  /** the end of the wait */
  until: string;
  /** the reason for the wait */
  reason: 'TIMER' | 'BACKOFF' | 'PAUSE' | 'THROTTLED' | 'ROUND' | 'SIGNAL';
  /** the signal */
  signal?: string;
}

/** For an action that is not called. */
export interface SituationWithheld {
  kind: 'withheld';
  /** when it began to wait */
  since: string;
  /** since when the action is not called */
  stopped: string;
  /** the actor of the pause; without a value the engine stopped it */
  actor?: string;
  /** why */
  reason: string;
  /** when it is tried */
  next?: string;
}

/** One of several starts. */
export interface StartOutcome {
  id?: ExecutionId;
  error?: ErrorDetail;
}

/** Several starts, in the order of the request. */
export interface StartOutcomes {
  starts: Array<StartOutcome>;
}

/** An execution that was started, now or earlier with the same key. */
export interface Started {
  id: ExecutionId;
}

export type Timetable = TimetableByClock | TimetableEvery | TimetableOnce;

/** By the clock on the wall. */
export interface TimetableByClock {
  kind: 'byClock';
  /** the cron expression */
  cron: string;
  /** its time zone */
  zone: string;
  /** the policy for times that a change of the clock leaves out */
  gap: 'NEXT' | 'SKIP';
  /** the policy for times that a change of the clock repeats */
  overlap: 'FIRST' | 'BOTH';
}

/** At a rate. */
export interface TimetableEvery {
  kind: 'every';
  /** the time between two starts */
  period: Duration;
  /** the first one */
  first: string;
}

/** Once. */
export interface TimetableOnce {
  kind: 'once';
  /** when */
  instant: string;
}

/** A definition that was removed. */
export interface Undeployment {
  /** the name of the workflow */
  workflow: string;
  /** its version */
  version: number;
  /** the actor of the removal */
  actor: string;
}

/** Whether a server is up, or ready. */
export interface Up {
  status: string;
}

/** The result of checking definitions. */
export interface Validation {
  /** whether the definitions are accepted: there are no errors, and with `--strict` no warnings */
  valid: boolean;
  /** errors and warnings, in the order of the files, and of the places in them */
  problems: Array<Problem>;
}

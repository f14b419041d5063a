import { failureOf, payload, StepFailure } from './failure.js';

/** One attempt that the agent holds, from the request to the verdict on its report. */
export class Attempt {
  /** WAITING for a slot, RUNNING, REPORTED (waits for a verdict), or OVER. */
  stage = 'WAITING';
  /** `"output":…` or `"failure":…`, once there is one. */
  report = null;
  queued = false;
  sends = 0;
  resendAt = Infinity;
  /** Whether a handler still runs after the attempt was given up. */
  overtime = false;

  #request;
  #wanted;
  #silent = false;
  #closing = false;
  #cancelled = false;
  #stop = new AbortController();
  #checkpoint;
  #sentCheckpoint;

  /**
   * @param deadline complete-by on the agent's clock
   * @param wanted called when a heartbeat should be sent soon
   */
  constructor(request, deadline, wanted) {
    this.#request = request;
    this.deadline = deadline;
    this.#wanted = wanted;
    this.#checkpoint = request.checkpoint === undefined ? undefined : JSON.stringify(request.checkpoint);
    this.#sentCheckpoint = this.#checkpoint;
  }

  get token() {
    return this.#request.token;
  }

  /** A series of attempts, of which at most one is current. */
  get series() {
    return seriesOf(this.#request);
  }

  get number() {
    return this.#request.attempt ?? 0;
  }

  get heartbeatMillis() {
    return this.#request.heartbeatMillis;
  }

  isOver() {
    return this.#silent || performance.now() >= this.deadline;
  }

  /** Runs the handler, and keeps its result as the report, unless time ran out. Never fails. */
  async run(handler) {
    let report;
    try {
      // the handler begins in a later turn, so that a slow one does not delay its neighbours' start
      await null;
      if (this.isOver()) {
        return;
      }
      const result = await handler(this.#request.input, this.#context());
      report = `"output":${payload(result, "the handler's output")}`;
    } catch (error) {
      if (this.#closing && !(error instanceof StepFailure)) {
        return; // cut off by the agent's end: the server counts the attempt as lost
      }
      report = `"failure":${JSON.stringify(failureOf(error))}`;
    }
    if (!this.isOver()) {
      this.report = report;
    }
  }

  #context() {
    const attempt = this;
    const request = this.#request;
    return Object.freeze({
      token: request.token,
      idempotencyKey: request.idempotencyKey,
      execution: request.execution,
      step: request.step,
      purpose: request.purpose,
      attempt: request.attempt,
      workflow: request.workflow,
      action: request.action,
      evidence: request.evidence,
      traceparent: request.traceparent,
      /** Aborted at complete-by, and when the agent ends before the handler. */
      signal: this.#stop.signal,
      get checkpoint() {
        return attempt.#checkpoint === undefined ? undefined : JSON.parse(attempt.#checkpoint);
      },
      get cancelled() {
        return attempt.#cancelled || attempt.isOver();
      },
      get remainingMillis() {
        return attempt.#silent ? 0 : Math.max(0, attempt.deadline - performance.now());
      },
      heartbeat(...progress) {
        if (progress.length > 0) {
          attempt.#checkpoint = payload(progress[0], 'the checkpoint', 'CHECKPOINT_TOO_LARGE', 'CHECKPOINT_INVALID');
        }
        if (!attempt.isOver()) {
          attempt.#wanted();
        }
      },
    });
  }

  /** Settles the attempt without running it. */
  answer(failure) {
    this.report = `"failure":${JSON.stringify(failure)}`;
    this.stage = 'REPORTED';
  }

  cancel() {
    this.#cancelled = true;
  }

  /** Ends all messages about the attempt, and asks its handler to stop. */
  silence() {
    this.#silent = true;
    this.overtime = this.stage === 'RUNNING';
    this.stage = 'OVER';
    this.#stop.abort(new Error('the attempt is over'));
  }

  /** The agent ends and stops waiting. A result that the handler still returns is reported. */
  cutOff() {
    this.#closing = true;
    this.#stop.abort(new Error('the agent closes'));
  }

  hasNewCheckpoint() {
    return this.#checkpoint !== this.#sentCheckpoint;
  }

  newCheckpointLength() {
    return this.hasNewCheckpoint() ? this.#checkpoint.length : 0;
  }

  /** The heartbeat as text, with the checkpoint if it is new. */
  beat() {
    const checkpoint = this.hasNewCheckpoint() ? `,"checkpoint":${this.#checkpoint}` : '';
    this.#sentCheckpoint = this.#checkpoint;
    return `{"token":${JSON.stringify(this.token)}${checkpoint}}`;
  }

  /** The exchange that carried the checkpoint was lost. */
  checkpointLost() {
    this.#sentCheckpoint = undefined;
  }
}

export function seriesOf(request) {
  return JSON.stringify([request.execution, request.step, request.purpose]);
}

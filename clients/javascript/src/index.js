import { Attempt, seriesOf } from './attempt.js';
import { Connection, UnknownSession } from './connection.js';
import { StepFailure } from './failure.js';

export { StepFailure };

const BEAT_MILLIS_MAX = 10_000;
const BEAT_MILLIS_MIN = 5;
const CHECKPOINT_MILLIS = 1_000;
const RESEND_MILLIS = 2_000;
const RESEND_MILLIS_MAX = 30_000;
const REPORT_GRACE_MILLIS = 30_000;
const BACKOFF_MILLIS = 100;
const BACKOFF_MILLIS_MAX = 5_000;
const SETTLED_MAX = 8_192;
const REPORTS_MAX = 1_000;
const EXCHANGE_LENGTH_MAX = 2 << 20;
const LAST_WORDS_MILLIS = 1_000;
const TIMER_MILLIS_MAX = 2 ** 31 - 1;

/** Performs actions until it is closed. */
export class Agent {
  #name;
  #slots;
  #connection;
  #log;
  #actions = new Map();
  #session = null;
  #registering = false;
  /** Exchanges without an answer: the long poll, and one with news. */
  #open = new Set();
  #failures = 0;
  #retryAt = 0;
  #held = new Map();
  #waiting = [];
  #outgoing = [];
  #settled = new Set();
  #running = 0;
  #overtime = 0;
  #toldSlots;
  #beatAt = Infinity;
  #lastBeatAt = -Infinity;
  #timer = null;
  #pumping = false;
  #state = 'NEW';
  #drainAnnounced = false;
  #leaveAt = Infinity;
  #ended;
  #end = () => {};

  /**
   * @param {string} name shown to people and kept in histories
   * @param {object} options
   */
  constructor(name, options) {
    if (typeof name !== 'string' || name.trim() === '' || name.length > 255) {
      throw new TypeError('name: expected 1 to 255 characters');
    }
    const servers = options?.servers ?? (options?.server === undefined ? [] : [options.server]);
    if (servers.length === 0) {
      throw new TypeError('servers: expected at least one address');
    }
    this.#slots = options.slots ?? 100;
    if (!Number.isInteger(this.#slots) || this.#slots < 1 || this.#slots > 100_000) {
      throw new TypeError('slots: expected 1 to 100000');
    }
    this.#name = name;
    this.#connection = new Connection(servers, options.apiKey);
    this.#log = options.log ?? ((level, message) => (level === 'warn' ? console.warn(message) : undefined));
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  get name() {
    return this.#name;
  }

  /** Adds an action with its handler `(input, step) => output`. */
  action(name, handler) {
    if (typeof name !== 'string' || name.trim() === '' || name.length > 255) {
      throw new TypeError('action: expected 1 to 255 characters');
    }
    if (typeof handler !== 'function') {
      throw new TypeError(`action ${name}: expected a function`);
    }
    if (this.#state !== 'NEW' || this.#actions.has(name)) {
      throw new TypeError(`action ${name}: it has a handler already, or the agent has started`);
    }
    this.#actions.set(name, handler);
    return this;
  }

  /** Starts the agent. It does not wait for a server, which may start later. */
  start() {
    if (this.#actions.size === 0) {
      throw new TypeError('the agent has no action: add one with action(…)');
    }
    if (this.#state === 'NEW') {
      this.#state = 'OPEN';
      this.#wake();
    }
    return this;
  }

  /** Takes no more work, lets handlers finish, delivers their reports, and leaves. */
  close({ drainMillis = 10_000 } = {}) {
    if (this.#state === 'NEW') {
      this.#state = 'ENDED';
      this.#end();
    } else if (this.#state === 'OPEN') {
      this.#state = 'DRAINING';
      this.#leaveAt = performance.now() + drainMillis;
      for (const attempt of this.#waiting.splice(0)) {
        if (attempt.stage === 'WAITING') {
          this.#answer(attempt, closing(this.#name));
        }
      }
      this.#wake();
    }
    return this.#ended;
  }

  // ---- the loop: everything that is due, then one timer for what comes next

  #wake() {
    if (!this.#pumping && this.#state !== 'ENDED') {
      this.#pumping = true;
      // reports of one turn gather in one exchange
      setImmediate(() => {
        this.#pumping = false;
        this.#pump();
      });
    }
  }

  #pump() {
    if (this.#state === 'ENDED') {
      return;
    }
    const now = performance.now();
    this.#sweep(now);
    this.#startWaiting();
    this.#advanceClosing(now);
    if (this.#state === 'OPEN' || this.#state === 'DRAINING' || this.#state === 'STOPPING') {
      this.#talk(now);
    }
    this.#setTimer(now);
  }

  #setTimer(now) {
    clearTimeout(this.#timer);
    let at = this.#leaveAt;
    for (const attempt of this.#held.values()) {
      at = Math.min(
        at,
        attempt.stage === 'REPORTED' ? attempt.deadline + REPORT_GRACE_MILLIS : attempt.deadline,
        attempt.resendAt,
      );
    }
    if (this.#session === null || this.#retryAt > now) {
      at = Math.min(at, this.#registering ? Infinity : Math.max(this.#retryAt, now + 1));
    } else if (this.#open.size < 2) {
      at = Math.min(at, this.#beatAt);
    }
    if (at < Infinity) {
      const millis = Math.min(TIMER_MILLIS_MAX, Math.max(0, Math.ceil(at - performance.now())));
      this.#timer = setTimeout(() => this.#pump(), millis);
    }
  }

  #sweep(now) {
    for (const [series, attempt] of this.#held) {
      if (attempt.stage === 'WAITING' || attempt.stage === 'RUNNING') {
        if (now >= attempt.deadline) {
          this.#log('info', `complete-by has passed, nothing is reported: ${attempt.token}`);
          this.#giveUp(attempt);
          this.#held.delete(series);
        }
      } else if (now >= attempt.deadline + REPORT_GRACE_MILLIS) {
        this.#log('warn', `report dropped, no verdict came until complete-by and grace: ${attempt.token}`);
        attempt.stage = 'OVER';
        this.#held.delete(series);
      } else if (now >= attempt.resendAt) {
        attempt.resendAt = Infinity;
        this.#resend(attempt);
      }
    }
  }

  #startWaiting() {
    while (this.#running < this.#slots && this.#waiting.length > 0) {
      const attempt = this.#waiting.shift();
      if (attempt.stage !== 'WAITING') {
        continue;
      }
      attempt.stage = 'RUNNING';
      this.#running++;
      attempt.run(this.#actions.get(attempt.action)).then(() => this.#finished(attempt));
    }
  }

  #finished(attempt) {
    this.#running--;
    if (attempt.overtime) {
      this.#overtime--;
    } else if (attempt.stage !== 'OVER') {
      if (attempt.report === null) {
        attempt.stage = 'OVER';
        this.#held.delete(attempt.series);
      } else {
        attempt.stage = 'REPORTED';
        this.#resend(attempt);
      }
    }
    this.#wake();
  }

  #giveUp(attempt) {
    attempt.silence();
    if (attempt.overtime) {
      this.#overtime++;
    }
  }

  #answer(attempt, failure) {
    attempt.answer(failure);
    this.#resend(attempt);
  }

  #resend(attempt) {
    if (attempt.stage === 'REPORTED' && !attempt.queued) {
      attempt.queued = true;
      this.#outgoing.push(attempt);
      this.#wake();
    }
  }

  // ---- the conversation

  #talk(now) {
    if (now < this.#retryAt) {
      return;
    }
    if (this.#session === null) {
      this.#register();
    } else if (this.#open.size === 0 || (this.#open.size < 2 && (this.#hasNews() || now >= this.#beatAt))) {
      this.#exchange(now);
    }
  }

  #hasNews() {
    return (
      this.#outgoing.length > 0 ||
      (this.#state !== 'OPEN' && !this.#drainAnnounced) ||
      this.#usableSlots() !== this.#toldSlots
    );
  }

  /** Handlers that ignore that their time is over keep their slots. */
  #usableSlots() {
    return Math.max(0, this.#slots - this.#overtime);
  }

  async #register() {
    if (this.#registering) {
      return;
    }
    this.#registering = true;
    try {
      const session = await this.#connection.register({
        agent: this.#name,
        actions: [...this.#actions.keys()],
        slots: this.#slots,
      });
      this.#session = session;
      this.#toldSlots = this.#slots;
      this.#drainAnnounced = false;
      this.#answered();
      if (this.#held.size > 0) {
        for (const attempt of this.#held.values()) {
          attempt.checkpointLost();
          this.#resend(attempt);
        }
        this.#beatAt = performance.now();
      }
    } catch (error) {
      this.#backOff(error);
    } finally {
      this.#registering = false;
    }
    this.#wake();
  }

  async #exchange(now) {
    const session = this.#session;
    const { text, reported, checkpointed } = this.#collect(now, session);
    for (const older of this.#open) {
      older.superseded = true;
    }
    const call = { superseded: false, sentAt: now };
    this.#open.add(call);
    this.#drainAnnounced ||= this.#state !== 'OPEN';
    this.#toldSlots = this.#usableSlots();
    try {
      const reply = await this.#connection.exchange(session, { text, waitMillis: session.pace.waitMillis });
      this.#open.delete(call);
      this.#answered();
      this.#receive(reply, call.sentAt, session);
    } catch (error) {
      this.#open.delete(call);
      reported.forEach((attempt) => this.#resend(attempt));
      checkpointed.forEach((attempt) => attempt.checkpointLost());
      if (checkpointed.length > 0) {
        this.#beatAt = Math.min(this.#beatAt, performance.now() + CHECKPOINT_MILLIS);
      }
      if (session === this.#session) {
        if (error instanceof UnknownSession) {
          this.#session = null;
          this.#open.clear();
        }
        this.#backOff(error);
      }
    }
    this.#wake();
  }

  #collect(now, session) {
    const reports = [];
    const beats = [];
    const reported = [];
    const checkpointed = [];
    let room = EXCHANGE_LENGTH_MAX;
    const beat = (attempt) => {
      if (attempt.hasNewCheckpoint()) {
        checkpointed.push(attempt);
        room -= attempt.newCheckpointLength();
      }
      beats.push(attempt.beat());
    };
    if (now >= this.#beatAt) {
      this.#lastBeatAt = now;
      this.#beatAt = this.#held.size === 0 ? Infinity : now + this.#beatMillis();
      for (const attempt of this.#held.values()) {
        if (attempt.newCheckpointLength() > room && checkpointed.length > 0) {
          beats.push(`{"token":${JSON.stringify(attempt.token)}}`);
          this.#beatAt = Math.min(this.#beatAt, now + CHECKPOINT_MILLIS);
        } else {
          beat(attempt);
        }
      }
    }
    while (reports.length < REPORTS_MAX && this.#outgoing.length > 0) {
      const attempt = this.#outgoing[0];
      const usable = attempt.stage === 'REPORTED' && attempt.report !== null;
      if (usable && reports.length > 0 && attempt.report.length > room) {
        break;
      }
      this.#outgoing.shift();
      attempt.queued = false;
      if (usable) {
        reports.push(`{"token":${JSON.stringify(attempt.token)},${attempt.report}}`);
        reported.push(attempt);
        room -= attempt.report.length;
        attempt.resendAt = now + Math.min(RESEND_MILLIS_MAX, RESEND_MILLIS * 2 ** Math.min(attempt.sends++, 10));
        if (attempt.hasNewCheckpoint()) {
          beat(attempt);
        }
      }
    }
    const text =
      `{"protocol":1,"waitMillis":${session.pace.waitMillis},"slots":${this.#usableSlots()}` +
      `,"draining":${this.#state !== 'OPEN'},"reports":[${reports.join(',')}],"beats":[${beats.join(',')}]}`;
    return { text, reported, checkpointed };
  }

  #beatMillis() {
    let millis = BEAT_MILLIS_MAX;
    for (const attempt of this.#held.values()) {
      if (attempt.heartbeatMillis) {
        millis = Math.min(millis, Math.max(BEAT_MILLIS_MIN, attempt.heartbeatMillis / 3));
      }
    }
    return millis;
  }

  #receive(reply, sentAt, session) {
    for (const verdict of reply.verdicts) {
      if (verdict.accepted === false) {
        this.#log('info', `report refused, without effect: ${verdict.reason}`);
      }
      this.#settle(verdict.token);
    }
    for (const request of reply.work) {
      this.#accept(request, sentAt, session);
    }
    for (const token of reply.cancelled) {
      const attempt = this.#find(token);
      attempt?.cancel();
      if (attempt?.stage === 'WAITING') {
        this.#answer(attempt, notDone('TRANSIENT', 'CANCELLED', 'cancelled before the handler had started'));
      }
    }
  }

  #find(token) {
    for (const attempt of this.#held.values()) {
      if (attempt.token === token) {
        return attempt;
      }
    }
    return undefined;
  }

  #settle(token) {
    const attempt = this.#find(token);
    if (attempt?.stage === 'REPORTED') {
      attempt.stage = 'OVER';
      this.#held.delete(attempt.series);
      this.#remember(token);
    }
  }

  #remember(token) {
    this.#settled.add(token);
    if (this.#settled.size > SETTLED_MAX) {
      this.#settled.delete(this.#settled.values().next().value);
    }
  }

  #accept(request, sentAt, session) {
    const now = performance.now();
    // counted from the moment of asking, so that the agent can only stop early
    const deadline = sentAt + request.remainingMillis;
    if (typeof request.token !== 'string' || !(deadline > now) || this.#settled.has(request.token)) {
      return;
    }
    const before = this.#held.get(seriesOf(request));
    if (before?.token === request.token) {
      this.#resend(before);
      return;
    }
    if (before !== undefined && before.number >= request.attempt) {
      return;
    }
    if (before !== undefined) {
      this.#giveUp(before);
      this.#held.delete(before.series);
      this.#remember(before.token);
    }
    if (this.#running + this.#waiting.length >= 2 * this.#slots) {
      return; // the server offers it again
    }
    const attempt = new Attempt(request, deadline, () => this.#beatWanted());
    attempt.action = request.action;
    this.#held.set(attempt.series, attempt);
    if (!this.#actions.has(request.action)) {
      const known = [...this.#actions.keys()].sort().join(', ');
      const message = `agent ${this.#name} has no handler for action ${request.action}; it has ${known}`;
      this.#answer(attempt, notDone('BUSINESS', 'UNKNOWN_ACTION', message));
    } else if (this.#state !== 'OPEN') {
      this.#answer(attempt, closing(this.#name));
    } else {
      this.#waiting.push(attempt);
    }
    const first = Math.min(session.pace.confirmMillis, this.#beatMillis());
    this.#beatAt = Math.min(this.#beatAt, now + first);
  }

  #beatWanted() {
    this.#beatAt = Math.min(this.#beatAt, Math.max(performance.now(), this.#lastBeatAt + CHECKPOINT_MILLIS));
    this.#wake();
  }

  #answered() {
    if (this.#failures > 0) {
      this.#log('info', `the server answers again: agent=${this.#name} failures=${this.#failures}`);
    }
    this.#failures = 0;
  }

  #backOff(error) {
    this.#failures++;
    const bound = Math.min(BACKOFF_MILLIS_MAX, BACKOFF_MILLIS * 2 ** Math.min(this.#failures - 1, 10));
    const asked = error.retryAfterMillis ?? 0;
    const millis = Math.random() * bound + asked * (1 + Math.random() / 2);
    this.#retryAt = performance.now() + millis;
    if (this.#failures === 1) {
      this.#log('warn', `agent ${this.#name} retries until it works: ${error.message}`);
    }
  }

  // ---- closing

  #advanceClosing(now) {
    if (this.#state === 'DRAINING') {
      const quiet =
        this.#session === null ||
        this.#failures > 0 ||
        (this.#drainAnnounced && ![...this.#open].some((call) => call.superseded));
      if (this.#held.size === 0 && (quiet || now >= this.#leaveAt)) {
        this.#leave();
      } else if (now >= this.#leaveAt) {
        this.#state = 'STOPPING';
        this.#leaveAt = now + LAST_WORDS_MILLIS;
        this.#held.forEach((attempt) => attempt.stage === 'RUNNING' && attempt.cutOff());
      }
    } else if (this.#state === 'STOPPING' && (this.#held.size === 0 || now >= this.#leaveAt)) {
      this.#leave();
    }
  }

  async #leave() {
    this.#state = 'LEAVING';
    this.#leaveAt = Infinity;
    this.#held.forEach((attempt) => this.#giveUp(attempt));
    this.#held.clear();
    if (this.#session !== null) {
      try {
        await this.#connection.leave(this.#session);
      } catch (error) {
        this.#log('info', `agent ended, but the server could not be notified: ${error.message}`);
      }
    }
    this.#state = 'ENDED';
    clearTimeout(this.#timer);
    this.#end();
  }
}

function notDone(cause, code, message) {
  return { cause, code, message, possiblyDone: false };
}

function closing(agent) {
  return {
    ...notDone('THROTTLED', 'AGENT_CLOSING', `agent ${agent} was closed before the handler had started`),
    retryAfterMillis: 100,
  };
}

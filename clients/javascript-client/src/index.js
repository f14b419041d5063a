import { setTimeout as timeout } from 'node:timers/promises';
import { ReeveError, refused, unanswered } from './error.js';
import { events } from './events.js';

export { ReeveError };

const PATIENCE_MILLIS = 30_000;
const WAIT_MILLIS = 20_000;
const WAIT_MILLIS_MAX = 50_000;
const BACKOFF_MILLIS = 100;
const BACKOFF_MILLIS_MAX = 5_000;
/** The server says at least every 15 seconds that a stream is alive. */
const SILENCE_MILLIS = 45_000;

/** Calls the HTTP API of a Reeve server. */
export class ReeveClient {
  #server;
  #apiKey;
  #namespace;
  #retries;

  constructor({ server, apiKey, namespace, retries = 3 }) {
    const url = new URL(server);
    if (!['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.username !== '') {
      throw new TypeError('server: expected an address such as https://reeve.example.com');
    }
    if (!Number.isInteger(retries) || retries < 0) {
      throw new TypeError('retries: expected a whole number from 0');
    }
    this.#server = String(server).replace(/\/$/, '');
    this.#apiKey = typeof apiKey === 'function' ? apiKey : () => apiKey ?? '';
    this.#namespace = namespace;
    this.#retries = retries;
  }

  // Starts

  start(workflow, input, options = {}) {
    return this.#start('/v1/executions', repeatable({ workflow, input, ...options }));
  }

  startJob(action, input, options = {}) {
    return this.#start('/v1/jobs', repeatable({ action, input, ...options }));
  }

  #start(path, body) {
    return this.request('POST', path, { body, safe: isGiven(body.key) });
  }

  signalWithStart(workflow, input, signal, options = {}) {
    const safe = isGiven(options.key) && isGiven(signal.id);
    return this.request('POST', '/v1/executions/signal', { body: { workflow, input, ...options, signal }, safe });
  }

  async startMany(starts) {
    const safe = starts.every((start) => isGiven(start.key));
    return (await this.request('POST', '/v1/executions/batch', { body: { starts: starts.map(repeatable) }, safe })).starts;
  }

  // One execution

  execution(id) {
    return this.request('GET', executionPath(id));
  }

  executionOfKey(key) {
    return this.request('GET', `/v1/keys/${encodeURIComponent(key)}`);
  }

  async history(id) {
    return (await this.request('GET', `${executionPath(id)}/history`)).entries;
  }

  explain(id) {
    return this.request('GET', `${executionPath(id)}/explanation`);
  }

  async signal(id, name, data = null, { signalId } = {}) {
    const headers = isGiven(signalId) ? { 'idempotency-key': signalId } : {};
    const path = `${executionPath(id)}/signals/${encodeURIComponent(name)}`;
    await this.request('POST', path, { body: data, headers, safe: isGiven(signalId) });
  }

  result(id, { waitMillis = WAIT_MILLIS, signal } = {}) {
    return this.request('GET', `${executionPath(id)}/result`, {
      query: { wait: `${Math.round(waitMillis)}ms` },
      patienceMillis: waitMillis + PATIENCE_MILLIS,
      signal,
    });
  }

  async awaitEnd(id, { timeoutMillis = Infinity, signal } = {}) {
    const end = performance.now() + timeoutMillis;
    for (;;) {
      const asked = performance.now();
      const waitMillis = Math.max(0, Math.min(WAIT_MILLIS_MAX, end - asked));
      const result = await this.result(id, { waitMillis, signal });
      if (result.ended) {
        return result;
      }
      const now = performance.now();
      if (now >= end) {
        throw new ReeveError('TIMED_OUT', `execution ${id} goes on after ${timeoutMillis} ms: it is ${result.status}`);
      }
      if (now - asked < waitMillis / 2) { // a server that is closing answers at once
        await rest(BACKOFF_MILLIS, signal);
      }
    }
  }

  // Many executions

  list({ labels = {}, ...filter } = {}) {
    const label = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
    return this.request('GET', '/v1/executions', { query: { ...filter, label } });
  }

  async *listAll(filter = {}) {
    let cursor = filter.cursor;
    do {
      const page = await this.list({ ...filter, cursor });
      yield* page.executions;
      cursor = page.next;
    } while (cursor !== undefined);
  }

  inbox({ limit } = {}) {
    return this.request('GET', '/v1/inbox', { query: { limit } });
  }

  async *changes({ workflow, after, signal } = {}) {
    let last = after;
    let failures = 0;
    for (;;) {
      const silence = new AbortController();
      const timer = setTimeout(() => silence.abort(new Error('silence')), SILENCE_MILLIS);
      const unlink = linked(signal, silence);
      try {
        const headers = last === undefined ? {} : { 'last-event-id': last };
        const response = await this.#send('GET', '/v1/changes', { query: { workflow }, headers }, silence.signal);
        for await (const { id, name, data } of events(response.body, () => timer.refresh())) {
          failures = 0;
          last = id === '' ? last : id;
          yield name === 'changed' ? { type: name, id, change: JSON.parse(data) } : { type: name, id };
        }
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof ReeveError && !error.retryable) {
          throw error;
        }
      } finally {
        clearTimeout(timer);
        unlink();
        silence.abort();
      }
      await rest(backoff(failures++), signal);
    }
  }

  // Decisions

  cancel(id, reason) {
    return this.#decide(id, 'cancel', { reason });
  }

  compensate(id, reason) {
    return this.#decide(id, 'compensate', { reason });
  }

  pause(id, reason) {
    return this.#decide(id, 'pause', { reason });
  }

  resume(id, reason) {
    return this.#decide(id, 'resume', { reason });
  }

  retry(id, step, reason, { input } = {}) {
    return this.#decide(id, `steps/${encodeURIComponent(step)}/retry`, { reason, input });
  }

  resolve(id, step, output, reason) {
    return this.#decide(id, `steps/${encodeURIComponent(step)}/resolve`, { reason, output });
  }

  skip(id, step, reason) {
    return this.#decide(id, `steps/${encodeURIComponent(step)}/skip`, { reason });
  }

  #decide(id, verb, body) {
    return this.request('POST', `${executionPath(id)}/${verb}`, { body });
  }

  // Definitions

  deploy(definition) {
    const type = 'application/yaml';
    return this.request('POST', '/v1/definitions', { text: definition, headers: { 'content-type': type }, safe: true });
  }

  // Everything else

  /** Sends a request, and again if that is safe. */
  async request(method, path, options = {}) {
    if (path.split('/').some((part) => part === '.' || part === '..')) { // as part of an address, it would lead elsewhere
      throw new TypeError(`expected an id or a name in ${path}, found only dots`);
    }
    const { safe = method === 'GET', patienceMillis = PATIENCE_MILLIS, signal } = options;
    for (let failures = 0; ; ) {
      try {
        return await this.#once(method, path, options, patienceMillis, signal);
      } catch (error) {
        signal?.throwIfAborted();
        // with 429 nothing was stored
        const again = error instanceof ReeveError && error.retryable && (safe || error.status === 429);
        if (!again || failures >= this.#retries) {
          throw error;
        }
        await rest(Math.max(error.retryAfterMillis, backoff(failures++)), signal);
      }
    }
  }

  async #once(method, path, options, patienceMillis, signal) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(new Error(`no answer within ${patienceMillis} ms`)), patienceMillis);
    const unlink = linked(signal, patience);
    try {
      const response = await this.#send(method, path, options, patience.signal);
      const text = await body(response, this.#server);
      if (text === '') {
        return undefined;
      }
      return /\bjson\b/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text;
    } finally {
      clearTimeout(timer);
      unlink();
    }
  }

  /** The answer, whose body is not read yet. */
  async #send(method, path, { query = {}, body: document, text, headers = {} }, signal) {
    const key = await this.#apiKey();
    let response;
    try {
      response = await fetch(this.#server + path + queryOf(query), {
        method,
        redirect: 'error', // a key is sent only to the named server
        signal,
        headers: {
          accept: '*/*',
          ...(document === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key ? { authorization: `Bearer ${key}` } : {}),
          ...(this.#namespace === undefined ? {} : { 'reeve-namespace': this.#namespace }),
          ...headers,
        },
        body: text ?? (document === undefined ? undefined : JSON.stringify(document)),
      });
    } catch (error) {
      throw unanswered(this.#server, error);
    }
    if (!response.ok) {
      throw refused(response, await body(response, this.#server));
    }
    return response;
  }
}

async function body(response, server) {
  try {
    return await response.text();
  } catch (error) {
    throw unanswered(server, error);
  }
}

/** Ends the other one with the caller's. `AbortSignal.any` needs a newer Node. */
function linked(signal, controller) {
  const abort = () => controller.abort(signal.reason);
  if (signal?.aborted) {
    abort();
  }
  signal?.addEventListener('abort', abort);
  return () => signal?.removeEventListener('abort', abort);
}

async function rest(millis, signal) {
  try {
    await timeout(millis, undefined, { signal });
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  }
}

function backoff(failures) {
  return Math.random() * Math.min(BACKOFF_MILLIS_MAX, BACKOFF_MILLIS * 2 ** Math.min(failures, 10));
}

/** The server reads null as absent. */
function isGiven(value) {
  return value !== undefined && value !== null;
}

/** A start whose key may begin another execution, or be refused, needs the name of its request to be sent again. */
function repeatable(start) {
  const named = isGiven(start.key) && isGiven(start.keyPolicy) && start.keyPolicy !== 'RETURN' && !isGiven(start.request);
  return named ? { ...start, request: crypto.randomUUID() } : start;
}

function executionPath(id) {
  return `/v1/executions/${encodeURIComponent(id)}`;
}

function queryOf(query) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) {
        parameters.append(name, each instanceof Date ? each.toISOString() : String(each));
      }
    }
  }
  const text = String(parameters);
  return text === '' ? '' : `?${text}`;
}

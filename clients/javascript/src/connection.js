const VERSION = 1;
const PATIENCE_MILLIS = 10_000;
const ANSWER_BYTES_MAX = 16 << 20;
const RETRY_AFTER_SECONDS_MAX = 60;
const FAILURES_MAX = 3;
const STANDARD = { waitMillis: 20_000, confirmMillis: 1_000 };

/** The server does not know the session: register again, and keep the attempts. */
export class UnknownSession extends Error {}

/** The exchange failed; it may have arrived. */
export class Unanswered extends Error {
  constructor(message, retryAfterMillis = 0, options) {
    super(message, options);
    this.retryAfterMillis = retryAfterMillis;
  }
}

/** Talks to one of several servers, and goes on to the next one when it does not answer. */
export class Connection {
  #servers;
  #apiKey;
  #current;
  #failures = 0;

  constructor(servers, apiKey) {
    this.#servers = servers.map((server) => String(server).replace(/\/$/, ''));
    for (const server of this.#servers) {
      const url = new URL(server);
      if (!['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.username !== '') {
        throw new TypeError('servers: expected addresses such as https://reeve.example.com');
      }
    }
    this.#apiKey = typeof apiKey === 'function' ? apiKey : () => apiKey ?? '';
    this.#current = Math.floor(Math.random() * this.#servers.length);
  }

  async register(registration) {
    const server = this.#servers[this.#current];
    const answer = await this.#call(server, 'POST', '/v1/agents', registration, PATIENCE_MILLIS);
    if (typeof answer.session !== 'string') {
      throw new Unanswered(`${server} does not speak the agents' protocol`);
    }
    return { server, id: answer.session, pace: pace(answer.pace, STANDARD) };
  }

  async exchange(session, document) {
    const path = `/v1/agents/${encodeURIComponent(session.id)}/exchange`;
    try {
      const answer = await this.#call(session.server, 'POST', path, document, document.waitMillis + PATIENCE_MILLIS);
      session.pace = pace(answer.pace, session.pace);
      return {
        work: list(answer.work),
        verdicts: list(answer.verdicts),
        cancelled: list(answer.cancelled),
      };
    } catch (error) {
      const moved = this.#servers[this.#current] !== session.server;
      throw moved && !(error instanceof UnknownSession) ? new UnknownSession(error.message) : error;
    }
  }

  async leave(session) {
    await this.#call(session.server, 'DELETE', `/v1/agents/${encodeURIComponent(session.id)}`, undefined, 2_000);
  }

  async #call(server, method, path, document, patience) {
    let response;
    let body;
    try {
      const key = await this.#apiKey();
      response = await fetch(server + path, {
        method,
        redirect: 'error', // a key is sent only to the named servers
        signal: AbortSignal.timeout(patience),
        headers: {
          accept: 'application/json',
          ...(document === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key ? { authorization: `Bearer ${key}` } : {}),
        },
        body: document === undefined ? undefined : document.text ?? JSON.stringify({ protocol: VERSION, ...document }),
      });
      body = await bounded(response);
    } catch (error) {
      this.#failed(server);
      throw new Unanswered(`${server} does not answer: ${error.cause?.message ?? error.message}`, 0, { cause: error });
    }
    if (response.status >= 500) {
      this.#failed(server);
    } else if (this.#servers[this.#current] === server) {
      this.#failures = 0;
    }
    if (response.status === 404 && path !== '/v1/agents') {
      throw new UnknownSession(`${server} does not know the session`);
    }
    if (!response.ok) {
      throw new Unanswered(`${server} answered with status ${response.status}: ${body.slice(0, 300)}`, later(response));
    }
    try {
      const answer = body === '' ? {} : JSON.parse(body);
      if (typeof answer !== 'object' || answer === null || Array.isArray(answer) || (answer.protocol ?? VERSION) > VERSION) {
        throw new TypeError('not a document of version 1');
      }
      return answer;
    } catch (error) {
      throw new Unanswered(`${server} does not speak the agents' protocol: ${error.message}`, 0, { cause: error });
    }
  }

  #failed(server) {
    if (this.#servers[this.#current] === server && ++this.#failures >= FAILURES_MAX && this.#servers.length > 1) {
      this.#failures = 0;
      this.#current = (this.#current + 1) % this.#servers.length;
    }
  }
}

function pace(told, before) {
  return {
    waitMillis: Math.min(50_000, number(told?.waitMillis, before.waitMillis)),
    confirmMillis: number(told?.confirmMillis, before.confirmMillis),
  };
}

function number(value, otherwise) {
  return Number.isInteger(value) && value >= 0 ? value : otherwise;
}

function list(value) {
  if (value === undefined || value === null) {
    return [];
  }
  if (!Array.isArray(value)) {
    throw new Unanswered("the server does not speak the agents' protocol: expected an array");
  }
  return value;
}

function later(response) {
  const seconds = response.headers.get('retry-after') ?? '';
  return /^\d{1,9}$/.test(seconds) ? Math.min(RETRY_AFTER_SECONDS_MAX, Number(seconds)) * 1000 : 0;
}

/** No server can fill the agent's memory. */
async function bounded(response) {
  const chunks = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_BYTES_MAX) {
      throw new Error(`the answer is larger than ${ANSWER_BYTES_MAX} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

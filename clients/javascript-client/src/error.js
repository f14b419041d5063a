const RETRY_AFTER_SECONDS_MAX = 60;

/** A request that failed. The members are those of the server's problem details. */
export class ReeveError extends Error {
  name = 'ReeveError';

  constructor(code, message, { status = 0, retryable = false, retryAfterMillis = 0, problems = [], cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.retryable = retryable;
    this.retryAfterMillis = retryAfterMillis;
    this.problems = problems;
  }
}

/** For a request that got no answer. It may have arrived. */
export function unanswered(server, cause) {
  const message = `${server} does not answer: ${cause.cause?.message ?? cause.message}`;
  return new ReeveError('UNANSWERED', message, { retryable: true, cause });
}

/** For an answer with a status of 400 or more. */
export function refused(response, text) {
  const retryAfterMillis = later(response);
  const more = { status: response.status, retryAfterMillis };
  let problem;
  try {
    problem = JSON.parse(text);
  } catch {
    problem = undefined;
  }
  if (typeof problem?.code !== 'string') { // of a proxy, for example
    const retryable = response.status === 429 || response.status >= 502;
    return new ReeveError('UNEXPECTED', `status ${response.status}: ${text.slice(0, 300)}`, { ...more, retryable });
  }
  return new ReeveError(problem.code, problem.detail ?? problem.code, {
    ...more,
    retryable: problem.retryable === true,
    problems: problem.problems ?? [],
  });
}

function later(response) {
  const seconds = response.headers.get('retry-after') ?? '';
  return /^\d{1,9}$/.test(seconds) ? Math.min(RETRY_AFTER_SECONDS_MAX, Number(seconds)) * 1000 : 0;
}

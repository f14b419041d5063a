/** How a handler states why an attempt failed. */
export class StepFailure extends Error {
  /**
   * @param {'TRANSIENT' | 'THROTTLED' | 'BUSINESS' | 'POISON'} kind
   * @param {string} code
   * @param {string} message
   * @param {{ details?: unknown, retryAfterMillis?: number, possiblyDone?: boolean, cause?: unknown }} [more]
   */
  constructor(kind, code, message, more = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'StepFailure';
    this.kind = kind;
    this.code = code;
    this.details = more.details;
    this.retryAfterMillis = kind === 'THROTTLED' ? Math.max(0, Math.floor(more.retryAfterMillis ?? 1000)) : undefined;
    this.possiblyDone = more.possiblyDone ?? false;
  }

  /** The service refused the request, and a retry is pointless. */
  static business(code, message, more) {
    return new StepFailure('BUSINESS', code, message, more);
  }

  /** A retry may succeed. */
  static transient(code, message, more) {
    return new StepFailure('TRANSIENT', code, message, more);
  }

  /** The service asked to retry later. */
  static throttled(retryAfterMillis, message = 'the service asked to retry later', more = {}) {
    return new StepFailure('THROTTLED', 'THROTTLED', message, { ...more, retryAfterMillis });
  }
}

const DETAILS_LENGTH_MAX = 64 * 1024;
const CODE_LENGTH_MAX = 255;
export const PAYLOAD_BYTES_MAX = 1 << 20;

/** The failure of the protocol for anything that a handler threw. */
export function failureOf(thrown) {
  if (thrown instanceof StepFailure) {
    const failure = {
      cause: thrown.kind,
      code: String(thrown.code).slice(0, CODE_LENGTH_MAX) || 'UNKNOWN',
      message: thrown.message,
      possiblyDone: thrown.possiblyDone,
    };
    if (thrown.retryAfterMillis !== undefined) {
      failure.retryAfterMillis = thrown.retryAfterMillis;
    }
    if (thrown.details !== undefined) {
      const details = text(thrown.details);
      if (details !== undefined && details.length <= DETAILS_LENGTH_MAX) {
        failure.details = thrown.details;
      } else {
        failure.message += ' (details left out: they are no JSON, or too large)';
      }
    }
    return failure;
  }
  // anything else may have happened after the effect
  return { cause: 'TRANSIENT', code: codeOf(thrown), message: messageOf(thrown), possiblyDone: true };
}

function text(value) {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** `TimeoutError` becomes `TIMEOUT_ERROR`. */
function codeOf(thrown) {
  let name = 'UNKNOWN_ERROR';
  try {
    if (typeof thrown?.name === 'string' && thrown.name !== '') {
      name = thrown.name;
    }
  } catch {
    // a getter of the thrown object failed
  }
  return name
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .slice(0, CODE_LENGTH_MAX);
}

function messageOf(thrown) {
  try {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  } catch {
    return 'the handler threw something that cannot be described';
  }
}

/** The text of a result; throws a StepFailure if it is no payload. */
export function payload(value, what, codeTooLarge = 'OUTPUT_TOO_LARGE', codeInvalid = 'OUTPUT_INVALID') {
  let written;
  try {
    written = JSON.stringify(value === undefined ? null : value);
  } catch (error) {
    throw StepFailure.business(codeInvalid, `${what} cannot be written as JSON: ${messageOf(error)}`, {
      possiblyDone: true,
    });
  }
  if (written === undefined) {
    throw StepFailure.business(codeInvalid, `${what} cannot be written as JSON`, { possiblyDone: true });
  }
  if (Buffer.byteLength(written) > PAYLOAD_BYTES_MAX) {
    throw StepFailure.business(
      codeTooLarge,
      `${what} is larger than ${PAYLOAD_BYTES_MAX} bytes; answer with a reference to where the data is`,
      { possiblyDone: true },
    );
  }
  return written;
}

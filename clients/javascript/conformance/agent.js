// The agent that the conformance kit tests: it closes when its standard input ends.
import { Agent, StepFailure } from '../src/index.js';

let running = 0;
const runs = new Map();

const sleep = (millis, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), millis);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });

const untilCancelled = async (step) => {
  while (!step.cancelled) {
    await sleep(20, step.signal);
  }
};

const agent = new Agent('conformance', {
  server: process.env.REEVE_SERVER,
  apiKey: process.env.REEVE_API_KEY,
  slots: 4,
  log: () => {},
})
  .action('conformance.echo', (input) => input)
  .action('conformance.wait', async (input, step) => {
    const now = ++running;
    runs.set(step.idempotencyKey, (runs.get(step.idempotencyKey) ?? 0) + 1);
    try {
      await sleep(input.millis, step.signal);
      return { running: now, runs: runs.get(step.idempotencyKey) };
    } finally {
      running--;
    }
  })
  .action('conformance.fail', (input) => {
    if (input.cause === 'UNEXPECTED') {
      throw new RangeError('unexpected');
    }
    throw input.cause === 'THROTTLED'
      ? StepFailure.throttled(input.retryAfterMillis)
      : StepFailure.business(input.code, input.message);
  })
  .action('conformance.key', (input, step) => ({ idempotencyKey: step.idempotencyKey, attempt: step.attempt }))
  .action('conformance.checkpoint', async (input, step) => {
    const resumedFrom = step.checkpoint ?? null;
    step.heartbeat(input);
    await untilCancelled(step);
    return { resumedFrom };
  })
  .action('conformance.cancelled', async (input, step) => {
    await untilCancelled(step);
    return { cancelled: true };
  })
  .start();

process.stdin.resume();
process.stdin.on('end', () => agent.close());

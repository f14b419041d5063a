import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, test } from 'node:test';
import { Agent, StepFailure } from '../src/index.js';
import { Server } from '../support/server.js';

let server;
let agents;

beforeEach(async () => {
  agents = [];
  server = await new Server().start();
});

afterEach(async () => {
  await Promise.all(agents.map((agent) => agent.close({ drainMillis: 0 })));
  await server.stop();
});

function agent(options = {}) {
  const made = new Agent('payments', { server: server.address, apiKey: 'k', log: () => {}, ...options });
  agents.push(made);
  return made;
}

test('performs work and reports its output', async () => {
  agent().action('echo', (input, step) => ({ input, key: step.idempotencyKey })).start();
  server.offer({ token: 't1', input: { a: [1, 'ü'] } });
  await server.until(() => server.reports.length > 0);

  assert.deepEqual(server.reports[0], { token: 't1', output: { input: { a: [1, 'ü'] }, key: 'key' } });
  assert.deepEqual(server.registrations[0], {
    protocol: 1,
    agent: 'payments',
    actions: ['echo'],
    slots: 100,
    authorization: 'Bearer k',
  });
});

test('a handler without a result reports null', async () => {
  agent().action('echo', () => undefined).start();
  server.offer({ token: 't1' });
  await server.until(() => server.reports.length > 0);
  assert.deepEqual(server.reports[0], { token: 't1', output: null });
});

test('failures keep their cause, and other exceptions count as transient and possibly done', async () => {
  class CardTimeoutError extends Error {
    name = 'CardTimeoutError';
  }
  const thrown = [
    StepFailure.business('DECLINED', 'no', { details: { limit: 5 } }),
    StepFailure.throttled(1500.7),
    StepFailure.transient('AGAIN', 'later', { possiblyDone: true }),
    new CardTimeoutError('slow'),
    null,
    { toString: () => { throw new Error('hostile'); } },
  ];
  agent().action('fail', (i) => { throw thrown[i]; }).start();
  server.offer(...thrown.map((_, i) => ({ token: `t${i}`, action: 'fail', input: i, step: `s${i}` })));
  await server.until(() => server.reports.length >= thrown.length);

  const failures = Object.fromEntries(server.reports.map((report) => [report.token, report.failure]));
  assert.deepEqual(failures.t0, {
    cause: 'BUSINESS', code: 'DECLINED', message: 'no', possiblyDone: false, details: { limit: 5 },
  });
  assert.equal(failures.t1.retryAfterMillis, 1500);
  assert.equal(failures.t2.possiblyDone, true);
  assert.deepEqual(failures.t3, {
    cause: 'TRANSIENT', code: 'CARD_TIMEOUT_ERROR', message: 'CardTimeoutError: slow', possiblyDone: true,
  });
  assert.equal(failures.t4.code, 'UNKNOWN_ERROR');
  assert.equal(failures.t5.cause, 'TRANSIENT');
});

test('results that are no payloads fail the step', async () => {
  const circular = {};
  circular.self = circular;
  const results = [circular, 10n, 'x'.repeat(1 << 20), () => 1];
  agent().action('bad', (i) => results[i]).start();
  server.offer(...results.map((_, i) => ({ token: `t${i}`, action: 'bad', input: i, step: `s${i}` })));
  await server.until(() => server.reports.length >= results.length);

  const codes = Object.fromEntries(server.reports.map((report) => [report.token, report.failure.code]));
  assert.deepEqual(codes, {
    t0: 'OUTPUT_INVALID', t1: 'OUTPUT_INVALID', t2: 'OUTPUT_TOO_LARGE', t3: 'OUTPUT_INVALID',
  });
  assert.ok(server.reports.every((report) => report.failure.possiblyDone));
});

test('at complete-by the signal aborts, nothing is reported, and the slot stays taken until the handler returns', async () => {
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  let aborted = false;
  agent({ slots: 1 })
    .action('stuck', async (input, step) => {
      step.signal.addEventListener('abort', () => { aborted = true; });
      await held;
      return step.remainingMillis;
    })
    .action('echo', (input) => input)
    .start();
  server.offer({ token: 't1', action: 'stuck', remainingMillis: 300 });
  // the agent says so itself: it has no slot while the handler ignores the end of its time
  await server.until(() => server.exchanges.some((exchange) => exchange.slots === 0));
  assert.equal(aborted, true);
  release();
  await server.until(() => server.exchanges.at(-1).slots === 1);
  server.offer({ token: 't2', step: 'other', input: 2 });
  await server.until(() => server.reports.some((report) => report.token === 't2'));
  assert.ok(!server.reports.some((report) => report.token === 't1'));
});

test('reports are sent again when the connection breaks', async () => {
  agent().action('echo', (input) => input).start();
  await server.until(() => server.exchanges.length === 1);
  let broken = 0;
  server.fault = (request, body) => (body.includes('"output"') && ++broken <= 2 ? 'drop' : undefined);
  server.offer({ token: 't1', input: 1 });
  await server.until(() => server.reports.length > 0);
  assert.equal(broken, 3);
  assert.deepEqual(server.reports[0], { token: 't1', output: 1 });
});

test('the agent goes on to another server', async () => {
  const other = await new Server().start();
  try {
    agent({ servers: [server.address, other.address] }).action('echo', (input) => input).start();
    await Promise.race([server.until(() => server.exchanges.length > 0), other.until(() => other.exchanges.length > 0)]);
    const [used, next] = server.exchanges.length > 0 ? [server, other] : [other, server];
    used.fault = () => 'drop';
    used.offer({ token: 't0' });
    next.offer({ token: 't1', step: 'second', input: 7 });
    await next.until(() => next.reports.some((report) => report.token === 't1'));
    assert.ok(next.reports.some((report) => report.token === 't1' && report.output === 7));
  } finally {
    await agents[0].close({ drainMillis: 0 });
    await other.stop();
  }
});

test('close waits for handlers, delivers, and leaves', async () => {
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  const closing = agent({ slots: 1 }).action('wait', () => held).start();
  server.offer({ token: 't1', action: 'wait' }, { token: 't2', action: 'wait', step: 'second' });
  await server.until(() => server.exchanges.some((exchange) => exchange.beats.length === 2));
  const closed = closing.close();
  await server.until(() => server.exchanges.at(-1).draining);
  release('done');
  await closed;

  const reports = Object.fromEntries(server.reports.map((report) => [report.token, report]));
  assert.equal(reports.t1.output, 'done');
  assert.equal(reports.t2.failure.code, 'AGENT_CLOSING');
  assert.equal(server.left, 1);
});

test('bad options and actions are refused at once', () => {
  assert.throws(() => new Agent('', { server: server.address }), /name/);
  assert.throws(() => new Agent('a', {}), /servers/);
  assert.throws(() => new Agent('a', { server: 'ftp://x' }), /servers/);
  assert.throws(() => new Agent('a', { server: 'http://u:p@x' }), /servers/);
  assert.throws(() => new Agent('a', { server: server.address, slots: 0 }), /slots/);
  assert.throws(() => new Agent('a', { server: server.address }).start(), /no action/);
  const named = new Agent('a', { server: server.address }).action('x', () => 1);
  assert.throws(() => named.action('x', () => 2), /has a handler/);
});

test('the types name what the module exports', async () => {
  const types = await readFile(new URL('../src/index.d.ts', import.meta.url), 'utf8');
  const exported = await import('../src/index.js');
  for (const name of Object.keys(exported)) {
    assert.match(types, new RegExp(`export class ${name}\\b`));
  }
  for (const member of Object.getOwnPropertyNames(Agent.prototype)) {
    assert.match(types, new RegExp(`\\b${member}\\b`), member);
  }
});

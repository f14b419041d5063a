import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { afterEach, beforeEach, test } from 'node:test';
import { ReeveClient, ReeveError } from '../src/index.js';

const ID = '0190c0de-0000-7000-8000-000000000001';

let server;
let address;
let requests;
/** What the server does with each request, in their order; the last one stays. */
let answers;

beforeEach(async () => {
  requests = [];
  answers = [() => json(200, {})];
  server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    requests.push({
      line: `${request.method} ${request.url}`,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    const { status, headers, body } = answer(response) ?? {};
    if (status !== undefined) {
      response.writeHead(status, headers).end(body);
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${server.address().port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function json(status, document, headers = {}) {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(document) };
}

function problem(status, code, more = {}, headers = {}) {
  const body = { type: `/v1/errors/${code}`, title: 't', status, code, detail: 'd', retryable: false, problems: [], ...more };
  return { status, headers: { 'content-type': 'application/problem+json', ...headers }, body: JSON.stringify(body) };
}

function drop(response) {
  response.destroy();
}

function client(options = {}) {
  return new ReeveClient({ server: address, apiKey: 'k', ...options });
}

test('a start carries its options, the key of the caller and the namespace', async () => {
  answers = [() => json(201, { id: ID })];
  const at = new Date('2030-01-01T00:00:00Z');
  assert.deepEqual(
    await client({ namespace: 'billing' }).start('pay', { amount: 12 }, { key: 'order/1', labels: { a: 'b' }, at }),
    { id: ID },
  );
  const [{ line, headers, body }] = requests;
  assert.equal(line, 'POST /v1/executions');
  assert.equal(headers.authorization, 'Bearer k');
  assert.equal(headers['reeve-namespace'], 'billing');
  assert.equal(headers['content-type'], 'application/json');
  assert.deepEqual(JSON.parse(body), {
    workflow: 'pay', input: { amount: 12 }, key: 'order/1', labels: { a: 'b' }, at: '2030-01-01T00:00:00.000Z',
  });
});

test('a signal with a start carries both', async () => {
  answers = [() => json(201, { id: ID })];
  const signal = { name: 'item_added', data: { sku: 'a' }, id: 'm1' };
  assert.deepEqual(
    await client().signalWithStart('cart', { shop: 'berlin' }, signal, { key: 'cart/1', keyPolicy: 'RETURN_OPEN' }),
    { id: ID },
  );
  const [{ line, body }] = requests;
  assert.equal(line, 'POST /v1/executions/signal');
  assert.deepEqual(JSON.parse(body), {
    workflow: 'cart', input: { shop: 'berlin' }, key: 'cart/1', keyPolicy: 'RETURN_OPEN', signal,
  });
});

test('the key may come from a function, and there may be none', async () => {
  await client({ apiKey: async () => 'fresh' }).execution(ID);
  await client({ apiKey: undefined }).execution(ID);
  assert.deepEqual(requests.map(({ headers }) => headers.authorization), ['Bearer fresh', undefined]);
});

test('an id or a name of dots is refused, because it would lead to another address', async () => {
  for (const call of [
    (it) => it.execution('..'),
    (it) => it.executionOfKey('.'),
    (it) => it.signal(ID, '..'),
    (it) => it.cancel('..', 'r'),
    (it) => it.skip(ID, '..', 'r'),
  ]) {
    await assert.rejects(call(client()), { name: 'TypeError', message: /only dots/ });
  }
  assert.equal(requests.length, 0);

  await client().executionOfKey('../a/./b');
  assert.equal(requests[0].line, 'GET /v1/keys/..%2Fa%2F.%2Fb');
});

test('problem details become errors, with the problems of a definition', async () => {
  const problems = [{ line: 3, column: 5, path: 'steps.a', message: 'm', suggestion: 's', severity: 'ERROR' }];
  answers = [() => problem(400, 'INVALID_INPUT', { problems })];
  await assert.rejects(client().deploy('workflow: x'), (error) => {
    assert.ok(error instanceof ReeveError);
    assert.deepEqual([error.code, error.status, error.message, error.retryable], ['INVALID_INPUT', 400, 'd', false]);
    assert.deepEqual(error.problems, problems);
    return true;
  });
  assert.equal(requests.length, 1);
  assert.equal(requests[0].headers['content-type'], 'application/yaml');
  assert.equal(requests[0].body, 'workflow: x');
});

test('an answer that is not of the server has the code UNEXPECTED', async () => {
  answers = [() => ({ status: 404, headers: {}, body: '<html>' })];
  await assert.rejects(client().execution(ID), { code: 'UNEXPECTED', status: 404, retryable: false });
});

test('what is safe to repeat is repeated: reads, starts with a key, signals with an id', async () => {
  const faults = [drop, () => problem(503, 'CLOSED', { retryable: true }), () => ({ status: 502, headers: {}, body: '' })];
  for (const call of [
    (it) => it.execution(ID),
    (it) => it.start('pay', {}, { key: 'k' }),
    (it) => it.startMany([{ workflow: 'pay', key: 'k' }]),
    (it) => it.signal(ID, 'go', 1, { signalId: 's1' }),
    (it) => it.signalWithStart('pay', {}, { name: 'go', id: 's1' }, { key: 'k' }),
  ]) {
    requests = [];
    answers = [...faults, () => json(200, { starts: [] })];
    await call(client());
    assert.equal(requests.length, 4);
    assert.equal(new Set(requests.map(({ line, body }) => line + body)).size, 1);
  }
});

test('a start that may begin another execution, or be refused, names its request, the same at each repetition', async () => {
  for (const [keyPolicy, request] of [['RETURN_OPEN'], ['REFUSE'], ['REFUSE_OPEN', 'r1'], ['RETURN'], [undefined]]) {
    requests = [];
    answers = [drop, () => json(200, { starts: [] })];
    await client().start('pay', {}, { key: 'k', keyPolicy, request });
    await client().startMany([{ workflow: 'pay', key: 'k', keyPolicy, request }]);
    const sent = requests.map(({ body }) => JSON.parse(body)).map((body) => (body.starts?.[0] ?? body).request);
    assert.equal(sent.length, 3);
    assert.equal(sent[0], sent[1]);
    assert.match(String(sent[0]), request ? /^r1$/ : ['RETURN', undefined].includes(keyPolicy) ? /^undefined$/ : /^[0-9a-f-]{36}$/);
  }
});

test('what is not safe to repeat is sent once, unless the server says that nothing was stored', async () => {
  for (const call of [
    (it) => it.start('pay', {}),
    (it) => it.start('pay', {}, { key: null }),
    (it) => it.startMany([{ workflow: 'pay', key: 'k' }, { workflow: 'pay' }]),
    (it) => it.signal(ID, 'go'),
    (it) => it.signal(ID, 'go', 1, { signalId: null }),
    (it) => it.signalWithStart('pay', {}, { name: 'go' }, { key: 'k' }),
    (it) => it.cancel(ID, 'r'),
  ]) {
    requests = [];
    answers = [drop];
    await assert.rejects(call(client()), { code: 'UNANSWERED', status: 0, retryable: true });
    assert.equal(requests.length, 1);
  }
  answers = [() => problem(429, 'OVERLOADED', { retryable: true }), () => json(201, { id: ID })];
  assert.equal((await client().start('pay', {})).id, ID);
});

test('the number of repetitions is limited, and the server says how long to wait', async () => {
  answers = [() => problem(503, 'STORE_UNAVAILABLE', { retryable: true }, { 'retry-after': '1' })];
  const begun = performance.now();
  await assert.rejects(client({ retries: 1 }).execution(ID), { code: 'STORE_UNAVAILABLE', retryAfterMillis: 1000 });
  assert.equal(requests.length, 2);
  assert.ok(performance.now() - begun >= 990);
});

test('filters are parts of the address, and pages follow each other', async () => {
  answers = [
    () => json(200, { executions: [{ id: 'a' }, { id: 'b' }], next: '2030~b' }),
    () => json(200, { executions: [{ id: 'c' }] }),
  ];
  const found = [];
  const filter = {
    workflow: 'pay', status: ['RUNNING', 'PAUSED'], labels: { customer: '4&2' }, startedFrom: new Date(0), limit: 2,
  };
  for await (const { id } of client().listAll(filter)) {
    found.push(id);
  }
  assert.deepEqual(found, ['a', 'b', 'c']);
  const [first, second] = requests.map(({ line }) => new URL(line.slice(4), address).searchParams);
  assert.deepEqual(
    [...first],
    [['workflow', 'pay'], ['status', 'RUNNING'], ['status', 'PAUSED'], ['startedFrom', '1970-01-01T00:00:00.000Z'],
      ['limit', '2'], ['label', 'customer=4&2']],
  );
  assert.equal(second.get('cursor'), '2030~b');
});

test('the end is awaited in several long polls, and not forever', async () => {
  answers = [() => json(202, { id: ID, status: 'RUNNING', ended: false }), () => json(200, { id: ID, ended: true, output: 7 })];
  assert.equal((await client().awaitEnd(ID)).output, 7);
  assert.deepEqual(requests.map(({ line }) => line), Array(2).fill(`GET /v1/executions/${ID}/result?wait=50000ms`));
  answers = [() => json(202, { id: ID, status: 'RUNNING', ended: false })];
  await assert.rejects(client().awaitEnd(ID, { timeoutMillis: 0 }), { code: 'TIMED_OUT' });
});

test('a caller can give up', async () => {
  answers = [() => undefined];
  const giving = new AbortController();
  const waiting = client().awaitEnd(ID, { signal: giving.signal });
  setImmediate(() => giving.abort(new Error('enough')));
  await assert.rejects(waiting, /enough/);
  await assert.rejects(client().result(ID, { signal: giving.signal }), /enough/);
});

test('changes go on after the last one when the connection breaks, and end with the loop', async () => {
  const ended = new Promise((resolve) => {
    answers = [
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(':\n\nid: e-0\nevent: ready\ndata: {}\n\nid: e-1\nevent: cha');
        setImmediate(() => {
          response.write('nged\ndata: {"execution":"ü1"}\n\n');
          setImmediate(() => response.destroy());
        });
      },
      () => problem(503, 'CLOSED', { retryable: true }),
      (response) => { // the server ends each stream after a while
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end('id: e-2\nevent: ready\ndata: {}\n\n');
      },
      (response) => {
        response.on('close', resolve);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('id: e-9\nevent: reset\ndata: {}\n\n');
      },
    ];
  });
  const seen = [];
  for await (const event of client().changes({ workflow: 'pay' })) {
    seen.push(event);
    if (event.type === 'reset') {
      break;
    }
  }
  await ended;
  assert.deepEqual(seen, [
    { type: 'ready', id: 'e-0' },
    { type: 'changed', id: 'e-1', change: { execution: 'ü1' } },
    { type: 'ready', id: 'e-2' },
    { type: 'reset', id: 'e-9' },
  ]);
  assert.deepEqual(requests.map(({ headers }) => headers['last-event-id']), [undefined, 'e-1', 'e-1', 'e-2']);
  assert.ok(requests.every(({ line }) => line === 'GET /v1/changes?workflow=pay'));
});

test('a stream that is refused, or given up, ends the loop', async () => {
  answers = [() => problem(403, 'DENIED')];
  await assert.rejects(client().changes().next(), { code: 'DENIED' });
  answers = [(response) => { response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n'); }];
  const giving = new AbortController();
  const next = client().changes({ signal: giving.signal }).next();
  setImmediate(() => giving.abort(new Error('enough')));
  await assert.rejects(next, /enough/);
});

test('bad options are refused at once', () => {
  assert.throws(() => new ReeveClient({ server: 'ftp://x' }), /server/);
  assert.throws(() => new ReeveClient({ server: 'http://u:p@x' }), /server/);
  assert.throws(() => new ReeveClient({ server: 'nowhere' }), TypeError);
  assert.throws(() => new ReeveClient({ server: address, retries: -1 }), /retries/);
});

test('the types name what the module exports', async () => {
  const types = await readFile(new URL('../src/index.d.ts', import.meta.url), 'utf8');
  const exported = await import('../src/index.js');
  for (const name of Object.keys(exported)) {
    assert.match(types, new RegExp(`export class ${name}\\b`));
  }
  for (const member of Object.getOwnPropertyNames(ReeveClient.prototype)) {
    assert.match(types, new RegExp(`^  ${member}[(<]`, 'm'), member);
  }
});

// Against a real server, whose build runs this: REEVE_SERVER, REEVE_API_KEY (starter, operator and deployer) and
// REEVE_VIEWER_KEY. An agent there performs card.charge, and declines what has the member `bad`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReeveClient } from '../src/index.js';

const { REEVE_SERVER: server, REEVE_API_KEY: apiKey, REEVE_VIEWER_KEY: viewerKey } = process.env;
const reeve = new ReeveClient({ server, apiKey });

const PAY = 'workflow: pay\nsteps:\n  charge: { action: card.charge, input: "${ input }", onExhausted: escalate }\n';
const WAITING =
  'workflow: waiting\nsteps:\n  go: { await: { signal: go } }\n  end: { await: { signal: end }, after: [go] }\n' +
  'output: "${ steps.go.output }"\n';

test('deploys, starts with a key, awaits, and reads', async () => {
  const deployed = await reeve.deploy(PAY);
  assert.equal(deployed.deployed[0].created, true);
  const { id } = await reeve.start('pay', { amount: 12 }, { key: 'order/1', labels: { customer: '42' } });
  assert.equal((await reeve.start('pay', { amount: 12 }, { key: 'order/1' })).id, id);
  await assert.rejects(reeve.start('pay', { amount: 1 }, { key: 'order/1' }), { code: 'CONFLICT', status: 409 });

  const end = await reeve.awaitEnd(id, { timeoutMillis: 60_000 });
  assert.deepEqual([end.status, end.output], ['COMPLETED', { charge: { receipt: 7 } }]);
  assert.equal((await reeve.execution(id)).workflow, 'pay');
  assert.equal((await reeve.executionOfKey('order/1')).id, id);
  assert.ok((await reeve.history(id)).length > 2);
  assert.equal((await reeve.explain(id)).execution, id);
  assert.deepEqual((await reeve.list({ labels: { customer: '42' } })).executions.map((each) => each.id), [id]);
  const job = await reeve.startJob('card.charge', {});
  assert.deepEqual((await reeve.awaitEnd(job.id)).output, { receipt: 7 });
});

test('sends a signal to the execution of a key, which is started if there is none', async () => {
  await reeve.deploy(WAITING);
  const options = { key: 'signalled/1', keyPolicy: 'RETURN_OPEN' };
  const { id } = await reeve.signalWithStart('waiting', {}, { name: 'go', data: { by: 'me' }, id: 'm1' }, options);
  assert.deepEqual(await reeve.signalWithStart('waiting', {}, { name: 'end', id: 'm2' }, options), { id });
  assert.deepEqual((await reeve.awaitEnd(id)).output, { by: 'me' });
  // the same signal again, after the end
  assert.deepEqual(await reeve.signalWithStart('waiting', {}, { name: 'end', id: 'm2' }, options), { id });
  await assert.rejects(
    reeve.signalWithStart('waiting', {}, { name: 'end', id: 'm3' }, { key: 'signalled/1' }),
    { code: 'REFUSED', status: 409 },
  );
});

test('starts many, pages through them, signals them, and gives up waiting', async () => {
  await reeve.deploy(WAITING);
  const starts = Array.from({ length: 5 }, (_, i) => ({ workflow: 'waiting', key: `w${i}` }));
  const outcomes = await reeve.startMany([...starts, { workflow: 'unknown' }]);
  assert.equal(outcomes[5].error.code, 'WORKFLOW_UNKNOWN');
  const ids = outcomes.slice(0, 5).map((outcome) => outcome.id);
  const listed = [];
  for await (const each of reeve.listAll({ workflow: 'waiting', status: ['RUNNING', 'PAUSED'], limit: 2 })) {
    listed.push(each.id);
  }
  assert.deepEqual(listed.sort(), [...ids].sort());

  assert.equal((await reeve.result(ids[0], { waitMillis: 0 })).ended, false);
  await assert.rejects(reeve.awaitEnd(ids[0], { timeoutMillis: 10 }), { code: 'TIMED_OUT' });
  await reeve.signal(ids[0], 'go', { by: 'me' }, { signalId: 's1' });
  await reeve.signal(ids[0], 'go', { by: 'me' }, { signalId: 's1' });
  await reeve.signal(ids[0], 'end');
  assert.deepEqual((await reeve.awaitEnd(ids[0])).output, { by: 'me' });
  await assert.rejects(reeve.signal(ids[0], 'go', { by: 'me' }, { signalId: 's1' }), { code: 'REFUSED' });
  await reeve.signal(ids[1], 'go');
  await reeve.signal(ids[1], 'end');
  assert.equal((await reeve.awaitEnd(ids[1])).output, null);

  assert.equal((await reeve.pause(ids[2], 'r')).status, 'PAUSED');
  await reeve.resume(ids[2], 'r');
  await reeve.cancel(ids[2], 'r');
  assert.equal((await reeve.awaitEnd(ids[2])).status, 'CANCELLED');
  await assert.rejects(reeve.cancel(ids[2], 'r'), { code: 'REFUSED', status: 409, retryable: false });
  await reeve.compensate(ids[3], 'r');
  assert.equal((await reeve.awaitEnd(ids[3])).ended, true);
});

test('what needs a person is retried, resolved and skipped', async () => {
  const ends = [];
  for (const decide of [
    (id) => reeve.retry(id, 'charge', 'r', { input: { amount: 1 } }),
    (id) => reeve.resolve(id, 'charge', { receipt: 8 }, 'r'),
    (id) => reeve.skip(id, 'charge', 'r'),
  ]) {
    const { id } = await reeve.start('pay', { bad: true });
    while ((await reeve.execution(id)).status !== 'ESCALATED') {
      await reeve.result(id, { waitMillis: 50 });
    }
    assert.ok((await reeve.inbox()).groups.length > 0);
    await decide(id);
    ends.push((await reeve.awaitEnd(id)).output);
  }
  assert.deepEqual(ends.slice(0, 2), [{ charge: { receipt: 7 } }, { charge: { receipt: 8 } }]);
});

test('changes arrive while executions run', async () => {
  const changes = reeve.changes({ workflow: 'pay' });
  assert.equal((await changes.next()).value.type, 'ready');
  const { id } = await reeve.start('pay', {});
  const { value } = await changes.next();
  assert.equal(value.type, 'changed');
  assert.equal(value.change.execution, id);
  await changes.return();
});

test('keys decide: an unknown one, one without rights, and masked payloads', async () => {
  await assert.rejects(new ReeveClient({ server, apiKey: 'x' }).list(), { code: 'UNAUTHENTICATED', status: 401 });
  const viewer = new ReeveClient({ server, apiKey: viewerKey });
  await assert.rejects(viewer.start('pay', {}), { code: 'DENIED', status: 403 });
  assert.equal((await viewer.executionOfKey('order/1')).input, '(masked)');
  assert.equal((await viewer.request('GET', '/v1/self')).name, 'vera');
});

test('a wrong definition comes back with its problems', async () => {
  await assert.rejects(reeve.deploy('workflow: x\nsteps:\n  a: { acton: b }\n'), (error) => {
    assert.equal(error.code, 'INVALID_INPUT');
    assert.equal(error.problems[0].line, 3);
    return true;
  });
});

// The service that notifies customers: the same as Notifications.java, as a program in JavaScript.
// In a project of your own: import { Agent, StepFailure } from '@reeve/agent';
import { readFileSync } from 'node:fs';
import { Agent, StepFailure } from '../../../../../clients/javascript/src/index.js';
import { Ledger } from './ledger.mjs';

const [ledgerFile, faultsFile] = process.argv.slice(2);
const ledger = new Ledger(ledgerFile);
// What goes wrong on the way to the service, for each order; the demo decides it.
const faults = JSON.parse(readFileSync(faultsFile, 'utf8'));

const agent = new Agent('notifications', {
  server: process.env.REEVE_SERVER,
  apiKey: process.env.REEVE_API_KEY,
})
  .action('notification.send', async ({ orderId }, step) => {
    const { unavailable = 0, answerLost = 0 } = faults[orderId] ?? {};
    if (step.attempt <= unavailable) {
      throw StepFailure.transient('UNAVAILABLE', 'notification.send: connection refused');
    }
    // The key makes the effect happen once, however often the step is called.
    const message = await ledger.once(step.idempotencyKey, {
      attempt: step.attempt,
      orderId,
      action: 'send',
      subject: 'mail',
      amount: 1,
    });
    if (step.attempt <= answerLost) {
      throw StepFailure.transient('NO_ANSWER', 'notification.send: connection reset by peer', { possiblyDone: true });
    }
    return { subject: message.subject };
  })
  .start();

if (ledger.dropped > 0) {
  console.error(`dropped ${ledger.dropped} bytes that a crash left unfinished at the end of the ledger`);
}
console.error('notifications works');

process.on('SIGTERM', async () => {
  await agent.close();
  process.exit(143);
});
// The pipe to standard input breaks when the process that started this one dies.
process.stdin.on('end', () => process.exit(3)).resume();

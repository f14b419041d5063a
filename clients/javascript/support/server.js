// A small server for the tests: hands out what it is given, and accepts every report.
import { createServer } from 'node:http';

export class Server {
  registrations = [];
  exchanges = [];
  left = 0;
  /** Called with each request; returns an answer `{ status, headers, body }`, 'drop', or nothing for the usual one. */
  fault = () => undefined;
  #work = [];
  #verdicts = [];
  #open = [];
  #waiting = [];
  #server;

  async start() {
    this.#server = createServer((request, response) => {
      const chunks = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => this.#handle(request, response, Buffer.concat(chunks).toString('utf8')));
    });
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.address = `http://127.0.0.1:${this.#server.address().port}`;
    return this;
  }

  async stop() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  offer(...work) {
    this.#work.push(...work.map((each) => ({ ...WORK, ...each })));
    this.#flush();
  }

  /** All reports so far, repeated ones too. */
  get reports() {
    return this.exchanges.flatMap((exchange) => exchange.reports);
  }

  /** Waits until the condition holds; it is asked after each request. */
  until(condition) {
    return new Promise((resolve) => {
      this.#waiting.push(() => {
        if (condition()) {
          resolve();
          return true;
        }
        return false;
      });
      this.#arrived();
    });
  }

  #arrived() {
    this.#waiting = this.#waiting.filter((each) => !each());
  }

  #handle(request, response, body) {
    const fault = this.fault(request, body);
    if (fault === 'drop') {
      request.socket.destroy();
    } else if (fault !== undefined) {
      response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
    } else if (request.method === 'DELETE') {
      this.left++;
      response.writeHead(204).end();
    } else if (request.url === '/v1/agents') {
      this.registrations.push({ ...JSON.parse(body), authorization: request.headers.authorization });
      response.end(JSON.stringify({ protocol: 1, session: `s${this.registrations.length}` }));
    } else {
      const exchange = JSON.parse(body);
      this.exchanges.push(exchange);
      this.#verdicts.push(...exchange.reports.map(({ token }) => ({ token, accepted: true })));
      this.#open.splice(0).forEach((older) => older.end('{}'));
      this.#open.push(response);
      this.#flush();
    }
    this.#arrived();
  }

  #flush() {
    if (this.#open.length > 0 && this.#work.length + this.#verdicts.length > 0) {
      const answer = { protocol: 1, work: this.#work.splice(0), verdicts: this.#verdicts.splice(0), cancelled: [] };
      this.#open.pop().end(JSON.stringify(answer));
    }
  }
}

const WORK = {
  idempotencyKey: 'key',
  execution: '0190c0de-0000-7000-8000-000000000001',
  step: 'step',
  purpose: 'FORWARD',
  attempt: 1,
  workflow: 'test',
  action: 'echo',
  remainingMillis: 60_000,
  input: null,
};

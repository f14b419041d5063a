// A file with all effects of a service, in the format of Ledger.java, which survives a crash at any moment.
import { existsSync, fsync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

const sync = promisify(fsync);
const LINE_END = 10;

export class Ledger {
  #entries = new Map();
  #file;
  #running = Promise.resolve();
  #waiting = null;
  #broken = null;

  /** Opens the ledger. Cuts off an incomplete last line: its effect was never reported. */
  constructor(path) {
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    let start = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, start)) {
      const entry = parse(bytes.toString('utf8', start, end));
      if (entry === null) {
        if (bytes.indexOf(LINE_END, end + 1) >= 0) {
          throw new Error(`ledger ${path} is damaged in line ${this.#entries.size + 1}, which no killed process does`);
        }
        break;
      }
      this.#entries.set(entry.key, entry);
      start = end + 1;
    }
    this.dropped = bytes.length - start;
    this.#file = openSync(path, 'a');
    if (this.dropped > 0) {
      ftruncateSync(this.#file, start);
    }
    fsyncSync(this.#file);
  }

  /** Records an effect once. Resolves to the entry of the key when it is on the disk. */
  async once(key, effect) {
    if (this.#broken !== null) {
      throw this.#broken;
    }
    if (!this.#entries.has(key)) {
      const entry = { key, ...effect };
      const { attempt, orderId, action, subject, amount } = entry;
      const text = [key, attempt, orderId, action, subject, amount].join('\t');
      writeSync(this.#file, `${checksum(text)}\t${text}\n`);
      this.#entries.set(key, entry);
    }
    // Also for a known entry, which may have been written but not synced a moment ago.
    await this.#sync();
    return this.#entries.get(key);
  }

  /** Joins the next sync, which begins after the one that runs, and covers all that has been written. */
  #sync() {
    if (this.#waiting === null) {
      this.#waiting = this.#running.then(() => {
        this.#waiting = null;
        return sync(this.#file);
      });
      // After a failed sync, the content of the disk is unknown until the file is read again.
      this.#running = this.#waiting.catch((error) => {
        this.#broken = new Error('the ledger could not be written before; restart the service', { cause: error });
      });
    }
    return this.#waiting;
  }
}

/** The entry of a complete line; null if the checksum does not match. */
function parse(line) {
  const tab = line.indexOf('\t');
  if (tab < 0 || line.slice(0, tab) !== checksum(line.slice(tab + 1))) {
    return null;
  }
  const [key, attempt, orderId, action, subject, amount] = line.slice(tab + 1).split('\t');
  return { key, attempt: Number(attempt), orderId, action, subject, amount: Number(amount) };
}

const TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) {
    value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return value >>> 0;
});

/** CRC-32, which Node has since 20.15. */
function checksum(text) {
  let value = 0xffffffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    value = TABLE[(value ^ byte) & 0xff] ^ (value >>> 8);
  }
  return ((value ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}

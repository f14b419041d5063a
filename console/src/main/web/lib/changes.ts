/** What has changed since the last time: ids only. */
export interface Changes {
  ids: string[];
  workflows: string[];
  /** too much to name, or it is not known */
  everything: boolean;
}

export type Wanted = (changes: Changes) => boolean;

const IDS_MAX = 5_000;
const TOGETHER_MS = 250;

const listeners = new Set<(changes: Changes) => void>();

export function onChanges(listener: (changes: Changes) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tell(changes: Changes): void {
  listeners.forEach((listener) => listener(changes));
}

/** Changes of these executions. */
export function of(...ids: (string | undefined)[]): Wanted {
  return (changes) => changes.everything || ids.some((id) => id !== undefined && changes.ids.includes(id));
}

/** Changes of executions of a workflow, or of any. */
export function ofWorkflow(name?: string): Wanted {
  return (changes) => changes.everything || !name || changes.workflows.includes(name);
}

/** Joins changes that come shortly after each other. */
export class Gathering {
  private ids = new Set<string>();
  private workflows = new Set<string>();
  private everything = false;
  private timer?: ReturnType<typeof setTimeout>;

  constructor(private readonly done: (changes: Changes) => void) {}

  add(event: string, data: string): void {
    if (event === "reset") {
      this.everything = true;
    } else if (event === "changed") {
      const change = JSON.parse(data) as { execution: string; workflow: string };
      this.ids.add(change.execution);
      this.workflows.add(change.workflow);
      if (this.ids.size > IDS_MAX) {
        this.everything = true;
        this.ids.clear();
      }
    } else {
      return;
    }
    this.timer ??= setTimeout(() => this.flush(), TOGETHER_MS);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.everything || this.ids.size > 0) {
      this.done({ ids: [...this.ids], workflows: [...this.workflows], everything: this.everything });
    }
    this.ids = new Set();
    this.workflows = new Set();
    this.everything = false;
  }
}

/** Splits a stream of text into server-sent events. */
export class EventLines {
  private rest = "";

  constructor(private readonly found: (event: string, data: string, id: string) => void) {}

  push(text: string): void {
    const blocks = (this.rest + text).split("\n\n");
    this.rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields: Record<string, string> = {};
      for (const line of block.split("\n")) {
        const colon = line.indexOf(": ");
        if (colon > 0) {
          fields[line.slice(0, colon)] = line.slice(colon + 2);
        }
      }
      if (fields.event) {
        this.found(fields.event, fields.data ?? "", fields.id ?? "");
      }
    }
  }
}

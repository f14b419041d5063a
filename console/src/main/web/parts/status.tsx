import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { to } from "../lib/route";
import { words } from "../lib/words";

const TONES: Record<string, string> = {
  RUNNING: "run",
  READY: "run",
  PROBING: "run",
  COMPENSATING: "undo",
  WAITING: "wait",
  PAUSED: "wait",
  PENDING: "none",
  ESCALATED: "person",
  COMPLETED: "good",
  COMPENSATED: "undone",
  CANCELLED: "none",
  SKIPPED: "none",
  FAILED: "bad",
  CLOSED: "good",
  OPEN: "bad",
  HALF_OPEN: "wait",
  RAMPING: "wait",
  DONE: "good",
  DENIED: "bad",
  UNAUTHENTICATED: "bad",
};

export function tone(status: string): string {
  return TONES[status] ?? "none";
}

/** Those whose constants would say nothing to a reader. */
const WORDS: Record<string, string> = {
  ESCALATED: "needs a person",
  CLOSED: "in order",
  OPEN: "not called",
  HALF_OPEN: "being tested",
  RAMPING: "coming back",
};

export function statusWords(status: string): string {
  return WORDS[status] ?? words(status);
}

export function Status({ value }: { value: string }) {
  return <span class={"status " + tone(value)}>{statusWords(value)}</span>;
}

export function ExecutionLink({ id, children }: { id: string; children?: ComponentChildren }) {
  return (
    <a href={to(["execution", id])} class={children ? undefined : "mono"}>
      {children ?? id}
    </a>
  );
}

export function Copy({ text, name = "Copy" }: { text: () => string; name?: string }) {
  const [said, say] = useState("");
  const copy = async (button: HTMLElement) => {
    const copied = await toClipboard(text(), button.closest("dialog") ?? document.body).catch(() => false);
    say(copied ? "Copied" : "Not copied");
    setTimeout(() => say(""), copied ? 1_500 : 5_000);
  };
  return (
    <button type="button" class="quiet" onClick={(event) => void copy(event.currentTarget)}>
      {said || name}
    </button>
  );
}

/** Whether it is there now. An open dialog takes no focus outside of it, so what is selected has to be in it. */
async function toClipboard(text: string, place: HTMLElement): Promise<boolean> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  const area = document.createElement("textarea"); // plain http to another machine
  area.value = text;
  place.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  return copied;
}

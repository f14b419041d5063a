/** The key of the reader, if the server wants one. It stays in this tab, and is forgotten with it. */
const NAME = "reeve.key";

export function key(): string {
  return sessionStorage.getItem(NAME) ?? "";
}

export function setKey(value: string): void {
  if (value) {
    sessionStorage.setItem(NAME, value);
  } else {
    sessionStorage.removeItem(NAME);
  }
}

const listeners = new Set<() => void>();

/** Calls when the server does not take the key of now. Returns how to stop that. */
export function onRefusedKey(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A late answer to an earlier key says nothing about the one of now. */
export function refused(used: string): void {
  if (used === key()) {
    listeners.forEach((listener) => listener());
  }
}

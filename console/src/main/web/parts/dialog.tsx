import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { currentNamespace } from "../lib/api";

/** A question to the reader. The focus goes back to where it was. */
export function Dialog({ title, close, children }: { title: ComponentChildren; close: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const mine = dialog.current;
    mine?.showModal();
    return () => {
      mine?.close();
      before?.focus?.();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <header class="panel-head">
        <h2 id={id}>{title}</h2>
      </header>
      {children}
    </dialog>
  );
}

/** Text that outlives a reload and a new login, until it was sent. Each namespace has its own. */
export function useDraft(name: string, initial: string): [string, (text: string) => void, () => void] {
  const key = `reeve.draft ${currentNamespace()} ${name}`;
  const [text, become] = useState(() => sessionStorage.getItem(key) ?? initial);
  const set = (value: string) => {
    become(value);
    try {
      sessionStorage.setItem(key, value);
    } catch {
      // full: the text is on the page all the same
    }
  };
  return [text, set, () => sessionStorage.removeItem(key)];
}

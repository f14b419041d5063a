import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { count } from "../lib/words";

const ROWS = 200;

interface Props {
  /** how many are not shown yet */
  left: number;
  /** how many come with one click, at most */
  page: number;
  /** what they are, one of them */
  of: string;
  show: () => void;
}

/** A button for more of a long list; nothing if all of it is shown. */
export function More({ left, page, of, show }: Props) {
  return left <= 0 ? null : (
    <p>
      <button type="button" onClick={show}>
        Show {count(Math.min(page, left), "more " + of)} of {count(left, of)}
      </button>
    </p>
  );
}

/**
 * The first of a long list, and a button for more of it.
 *
 * of: what they are, one of them
 */
export function usePages<T>(all: T[], of: string, page = ROWS): { shown: T[]; more: ComponentChildren } {
  const [max, show] = useState(page);
  return { shown: all.slice(0, max), more: <More left={all.length - max} page={page} of={of} show={() => show(max + page)} /> };
}

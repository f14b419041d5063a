import { count } from "../lib/words";

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

import { useState } from "preact/hooks";
import { cut, number, short, visible } from "../lib/words";

const MORE = 20_000;

/** Text of strangers, in one line. It does not change the direction of what stands beside it. */
export function Text({ value, max = 160 }: { value: string; max?: number }) {
  return (
    <bdi class="text" title={value.length > max ? visible(cut(value, 2_000)) : undefined}>
      {short(value, max)}
    </bdi>
  );
}

/** Text of strangers, as long as the reader wants. */
export function LongText({ value, max = 600 }: { value: string; max?: number }) {
  const [shown, show] = useState(max);
  const rest = value.length - shown;
  return (
    <span class="long">
      <bdi class="long-text">{visible(cut(value, shown))}</bdi>
      {rest > 0 && (
        <span class="more">
          {" "}
          … {number(rest)} more characters{" "}
          <button type="button" class="quiet" onClick={() => show(shown + MORE)}>
            Show {number(Math.min(rest, MORE))}
          </button>
        </span>
      )}
    </span>
  );
}

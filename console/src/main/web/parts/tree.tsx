import { useMemo, useState } from "preact/hooks";
import { ExactNumber, write } from "../lib/json";
import { number, short } from "../lib/words";
import { Copy } from "./status";
import { LongText } from "./text";

const PAGE = 100;
const OPEN_MAX = 30;
const DEPTH_MAX = 200;

/** The text that stands for a value that the reader may not see. */
const MASKED = "(masked)";

function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof ExactNumber);
}

function Leaf({ value }: { value: unknown }) {
  if (value === MASKED) {
    return (
      <span class="masked" title="Your roles do not show this value">
        {MASKED}
      </span>
    );
  }
  if (typeof value === "string") {
    return (
      <span class="j-string">
        "<LongText value={value} max={300} />"
      </span>
    );
  }
  return value instanceof ExactNumber ? (
    <span class="j-number">{value.source}</span>
  ) : (
    <span class={"j-" + (value === null ? "null" : typeof value)}>{String(value)}</span>
  );
}

function Branch({ name, value, depth }: { name?: string; value: object; depth: number }) {
  const list = Array.isArray(value);
  const size = useMemo(() => (list ? value.length : Object.keys(value).length), [value]);
  const [open, toggle] = useState(depth < 2 && size <= OPEN_MAX);
  const [shown, show] = useState(PAGE);
  const members = useMemo(() => (open ? firstOf(value, shown) : []), [value, open, shown]);
  return (
    <div class="branch">
      <button type="button" class="toggle" aria-expanded={open} onClick={() => toggle(!open)} disabled={size === 0}>
        <span aria-hidden="true" class="caret" />
        {name !== undefined && <bdi class="j-name">{short(name, 120)}</bdi>}
        <span class="faint"> {list ? `[${number(size)}]` : `{${number(size)}}`}</span>
      </button>
      {open && depth < DEPTH_MAX && (
        <ul>
          {members.map(([member, each]) => (
            <li key={member}>
              <Member name={member} value={each} depth={depth + 1} />
            </li>
          ))}
          {size > shown && (
            <li>
              <button type="button" class="quiet" onClick={() => show(shown + PAGE * 5)}>
                Show more of {number(size - shown)}
              </button>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

function firstOf(value: object, max: number): [string, unknown][] {
  if (Array.isArray(value)) {
    return value.slice(0, max).map((each, index) => [String(index), each]);
  }
  const found: [string, unknown][] = [];
  for (const name in value) {
    if (found.length === max) {
      break;
    }
    found.push([name, (value as Record<string, unknown>)[name]]);
  }
  return found;
}

function Member({ name, value, depth }: { name: string; value: unknown; depth: number }) {
  return isBranch(value) ? (
    <Branch name={name} value={value} depth={depth} />
  ) : (
    <span class="leaf">
      <bdi class="j-name">{short(name, 120)}</bdi> <Leaf value={value} />
    </span>
  );
}

/** Any JSON, as data: nothing in it is run, and only a part of a large one is on the page. */
export function Tree({ value, name }: { value: unknown; name: string }) {
  return (
    <div class="tree" data-tree={name}>
      <div class="tree-head">
        <span class="label">{name}</span> <Copy text={() => write(value)} name="Copy JSON" />
      </div>
      {value === undefined ? (
        <span class="faint">none</span>
      ) : isBranch(value) ? (
        <Branch value={value} depth={0} />
      ) : (
        <Leaf value={value} />
      )}
    </div>
  );
}

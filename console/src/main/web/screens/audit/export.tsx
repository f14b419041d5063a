import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../../lib/api";
import { Problem } from "../../lib/problem";
import type { RecordPage } from "../../lib/types";
import { count, number } from "../../lib/words";
import { ProblemNotice } from "../../parts/panel";
import { type Filter, recordPath } from "./filter";

const PAGE = 1_000;

/** The lines stay in the memory of the tab until they are saved. */
const LINES_MAX = 100_000;

/** A browser may begin to save after the click. */
const KEPT_MS = 60_000;

/** Saves all calls that match as JSON lines, the newest first. */
export function Export({ filter }: { filter: Filter }) {
  const running = useRef<AbortController>();
  const [lines, become] = useState<number>();
  const [done, say] = useState("");
  const [problem, fail] = useState<Problem>();
  useEffect(() => () => running.current?.abort(), []);

  const stop = () => {
    running.current?.abort();
    become(undefined);
  };
  const save = async () => {
    const mine = new AbortController();
    running.current = mine;
    say("");
    fail(undefined);
    become(0);
    try {
      const { saved, more } = await read(filter, mine.signal, become);
      download(saved);
      say(more ? `Saved the newest ${number(LINES_MAX)} lines. Export earlier ones with a time before.` : `Saved ${count(saved.length, "line")}.`);
      become(undefined);
    } catch (e) {
      if (!mine.signal.aborted) {
        fail(Problem.of(e));
        become(undefined);
      }
    }
  };

  return (
    <>
      <span class="row">
        {lines === undefined ? (
          <button type="button" onClick={() => void save()}>
            Export as JSON lines
          </button>
        ) : (
          <button type="button" onClick={stop}>
            Stop the export
          </button>
        )}
        {lines !== undefined && <span class="faint">{count(lines, "line")} …</span>}
        <span class="faint" role="status">
          {done}
        </span>
      </span>
      {problem && <ProblemNotice problem={problem} />}
    </>
  );
}

/** Reads page by page, so that no request takes long. */
async function read(filter: Filter, signal: AbortSignal, tell: (lines: number) => void): Promise<{ saved: string[]; more: boolean }> {
  const saved: string[] = [];
  let cursor: string | undefined;
  do {
    const page: RecordPage = await call<RecordPage>(recordPath(filter, cursor, Math.min(PAGE, LINES_MAX - saved.length)), { signal });
    page.calls.forEach((each) => saved.push(JSON.stringify(each) + "\n"));
    cursor = page.next;
    tell(saved.length);
  } while (cursor && saved.length < LINES_MAX);
  return { saved, more: cursor !== undefined };
}

function download(lines: string[]): void {
  const address = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "record.jsonl";
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

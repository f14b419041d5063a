import { useId, useMemo, useState } from "preact/hooks";
import { Picture } from "../../drawing/picture";
import { segment } from "../../lib/api";
import { useApi } from "../../lib/data";
import { write } from "../../lib/json";
import { compared, type Line } from "../../lib/lines";
import { changed, go, type Route } from "../../lib/route";
import type { Drawing } from "../../lib/types";
import { count, number, short, visible } from "../../lib/words";
import { Panel } from "../../parts/panel";
import { Text } from "../../parts/text";

/** Lines around a difference that are shown, although both versions have them. */
const AROUND = 3;
const LINES_PAGE = 1_000;

type Members = Record<string, unknown>;

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The steps of a definition by name, in its order, with those at its end. */
function stepsOf(definition: unknown): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of isObject(definition) ? [definition.steps, definition.finally] : []) {
    for (const [name, step] of Object.entries(isObject(part) ? part : {})) {
      found.set(name, write(step));
    }
  }
  return found;
}

interface Difference {
  lines: Line[];
  added: string[];
  removed: string[];
  altered: string[];
}

function difference(one: unknown, other: unknown): Difference {
  const before = stepsOf(one);
  const after = stepsOf(other);
  return {
    lines: compared(write(one).split("\n"), write(other).split("\n")),
    added: [...after.keys()].filter((step) => !before.has(step)),
    removed: [...before.keys()].filter((step) => !after.has(step)),
    altered: [...after].filter(([step, text]) => before.has(step) && before.get(step) !== text).map(([step]) => step),
  };
}

interface Props {
  workflow: string;
  /** the one of the page, which is the newer one in most cases */
  version: number;
  versions: number[];
  route: Route;
}

/** Two versions of a definition: which steps differ, where they are in the drawing, and each line that differs. */
export function CompareVersions({ workflow, version, versions, route }: Props) {
  const others = versions.filter((each) => each !== version);
  const wanted = Number(route.query.get("with"));
  const other = others.find((each) => each === wanted) ?? others.find((each) => each < version) ?? others[0];
  const path = `v1/definitions/${segment(workflow)}/`;
  const before = useApi<unknown>(other === undefined ? null : path + other);
  const after = useApi<unknown>(version > 0 ? path + version : null);
  const drawing = useApi<Drawing>(version > 0 ? `${path}${version}/drawing` : null);
  const id = useId();
  const found = useMemo(
    () => (before.data !== undefined && after.data !== undefined ? difference(before.data, after.data) : undefined),
    [before.data, after.data],
  );
  const marks = useMemo(
    () => new Map([...(found?.added ?? []).map((step) => [step, "added"] as const), ...(found?.altered ?? []).map((step) => [step, "changed"] as const)]),
    [found],
  );
  if (other === undefined) {
    return (
      <section class="panel" data-panel="Versions">
        <p>There is no other version to compare with.</p>
      </section>
    );
  }
  return (
    <>
      <Panel
        name="Versions"
        title={`From version ${other} to version ${version}`}
        of={before.problem ? before : after.problem ? after : { ...after, data: found }}
        side={
          <label class="row" for={id}>
            Compare with{" "}
            <select id={id} value={String(other)} onChange={(event) => go(changed(route, { with: event.currentTarget.value }), "replace")}>
              {others.map((each) => (
                <option key={each} value={String(each)}>
                  version {each}
                </option>
              ))}
            </select>
          </label>
        }
      >
        {() => found && <Summary of={found} />}
      </Panel>
      {found && (found.added.length > 0 || found.altered.length > 0) && (
        <Panel name="Drawing" title={`The steps of version ${version} that differ`} of={drawing} class="flush">
          {(picture) => <Picture drawing={picture} marks={marks} />}
        </Panel>
      )}
      {found && <Lines key={`${other} ${version}`} of={found.lines} />}
    </>
  );
}

function Summary({ of }: { of: Difference }) {
  const changes: [string, string[]][] = [
    ["Added", of.added],
    ["Removed", of.removed],
    ["Changed", of.altered],
  ];
  const differing = of.lines.filter((line) => line.kind !== "same").length;
  return (
    <div data-lines={differing}>
      <p>{differing === 0 ? "The definitions are the same." : `${count(differing, "line differs", "lines differ")}.`}</p>
      <dl class="facts">
        {changes
          .filter(([, steps]) => steps.length > 0)
          .map(([name, steps]) => (
            <div key={name} data-steps={name}>
              <dt>{name} steps</dt>
              <dd>
                <Text value={steps.join(", ")} max={400} />
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

const SIGNS: Record<Line["kind"], string> = { same: " ", out: "−", in: "+" };

/** Lines that differ, with some around them; the others between are a number. */
function Lines({ of }: { of: Line[] }) {
  const [whole, showWhole] = useState(false);
  const [shown, show] = useState(LINES_PAGE);
  const near = useMemo(() => {
    const wanted = new Set<number>();
    of.forEach((line, index) => {
      for (let i = index - AROUND; line.kind !== "same" && i <= index + AROUND; i++) {
        wanted.add(i);
      }
    });
    return wanted;
  }, [of]);
  const rows: { line?: Line; left?: number }[] = [];
  of.forEach((line, index) => {
    const last = rows[rows.length - 1];
    if (whole || near.has(index)) {
      rows.push({ line });
    } else if (last?.left !== undefined) {
      last.left++;
    } else {
      rows.push({ left: 1 });
    }
  });
  return (
    <section class="panel" aria-label="Lines" data-panel="Lines">
      <header class="panel-head">
        <h2>The definitions, line by line</h2>
        <button type="button" class="quiet" aria-pressed={whole} onClick={() => showWhole(!whole)}>
          {whole ? "Only what differs" : "All lines"}
        </button>
      </header>
      <div class="scroll" tabIndex={0} role="region" aria-label="The lines; scroll with the arrow keys">
        <div class="lines mono">
          {rows.slice(0, shown).map((row, index) =>
            row.line ? (
              <div key={index} class={"line-" + row.line.kind} data-line={row.line.kind}>
                <span aria-hidden="true">{SIGNS[row.line.kind]} </span>
                {row.line.kind !== "same" && <span class="sr">{row.line.kind === "in" ? "added: " : "removed: "}</span>}
                <bdi>{visible(short(row.line.text, 400))}</bdi>
              </div>
            ) : (
              <div key={index} class="line-left faint">
                {count(row.left ?? 0, "line")} that {row.left === 1 ? "is" : "are"} the same
              </div>
            ),
          )}
        </div>
      </div>
      {rows.length > shown && (
        <p>
          <button type="button" onClick={() => show(shown + LINES_PAGE)}>
            Show more of {number(rows.length - shown)}
          </button>
        </p>
      )}
    </section>
  );
}

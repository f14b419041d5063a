import type { DrawingEdge } from "../lib/types";

const RADIUS = 8;

function toward(from: number, target: number, by: number): number {
  return from + Math.min(by, Math.max(-by, target - from));
}

/** A line with rounded corners. It ends before its arrowhead. */
export function path(points: number[], head: boolean): string {
  const at = (index: number): [number, number] => [points[2 * index] ?? 0, points[2 * index + 1] ?? 0];
  const length = (index: number) => {
    const [x, y] = at(index);
    const [nextX, nextY] = at(index + 1);
    return Math.abs(nextX - x) + Math.abs(nextY - y);
  };
  const last = points.length / 2 - 1;
  let text = "M" + at(0).join(" ");
  for (let i = 1; i < last; i++) {
    const [x, y] = at(i);
    const radius = Math.min(RADIUS, length(i - 1) / 2, length(i) / 2);
    const [fromX, fromY] = at(i - 1);
    const [toX, toY] = at(i + 1);
    text += `L${toward(x, fromX, radius)} ${toward(y, fromY, radius)}Q${x} ${y} ${toward(x, toX, radius)} ${toward(y, toY, radius)}`;
  }
  const [x, y] = at(last);
  const [fromX, fromY] = at(last - 1);
  const gap = head && length(last - 1) > 7 ? 6 : 0;
  return text + `L${toward(x, fromX, gap)} ${toward(y, fromY, gap)}`;
}

function arrow(points: number[]): string {
  const [fromX = 0, fromY = 0, x = 0, y = 0] = points.slice(-4);
  return fromY === y && fromX !== x ? `M${x} ${y}l-7 -4v8z` : `M${x} ${y}l-4 -7h8z`;
}

/** All edges in four paths, because a browser draws few long ones much faster than many short ones. */
export function Lines({ edges }: { edges: DrawingEdge[] }) {
  const paths: Record<string, string> = { edge: "", head: "", "edge undo": "", "undo-head": "" };
  for (const edge of edges) {
    const undo = edge.kind === "UNDO";
    const head = edge.kind !== "CHOICE";
    paths[undo ? "edge undo" : "edge"] += path(edge.points, head);
    if (head) {
      paths[undo ? "undo-head" : "head"] += arrow(edge.points);
    }
  }
  return (
    <>
      {Object.entries(paths).map(([style, d]) => d && <path key={style} class={style} d={d} />)}
    </>
  );
}

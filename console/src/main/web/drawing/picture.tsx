import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Drawing, DrawingEdge, DrawingNode, Execution } from "../lib/types";
import { count, short, visible, words } from "../lib/words";
import { tone } from "../parts/status";
import { Lines } from "./lines";
import { Shape } from "./shapes";
import { type NodeState, stateLabel, states, stateWords } from "./states";

/** With more nodes than this, only those in sight are drawn. */
const WHOLE_MAX = 300;
/** What is drawn around it, in points of the screen. */
const MARGIN = 200;
/** Scrolling by less than this draws nothing new. */
const GRID = 100;
const SCALES = [0.25, 0.35, 0.5, 0.7, 0.85, 1, 1.25, 1.6, 2];

interface Sight {
  left: number;
  top: number;
  width: number;
  height: number;
}

function onGrid(place: number): number {
  return Math.round(place / GRID) * GRID;
}

function isSame(one: Sight, other: Sight): boolean {
  return one.left === other.left && one.top === other.top && one.width === other.width && one.height === other.height;
}

/** What of the picture is in sight; nothing before its place is known, so that a large one is drawn once. */
function useSight() {
  const box = useRef<HTMLDivElement>(null);
  const [sight, see] = useState<Sight>({ left: 0, top: 0, width: 0, height: 0 });
  useLayoutEffect(() => {
    const of = box.current;
    if (!of) {
      return;
    }
    const look = () => {
      const now = { left: onGrid(of.scrollLeft), top: onGrid(of.scrollTop), width: of.clientWidth, height: of.clientHeight };
      see((before) => (isSame(before, now) ? before : now));
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(of);
    let frame = 0;
    const scrolled = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    of.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      sizes.disconnect();
      of.removeEventListener("scroll", scrolled);
    };
  }, []);
  return { box, sight };
}

type Seen = (x: number, y: number, width: number, height: number) => boolean;

/** The smallest rectangle around an edge. */
function around(edge: DrawingEdge): { x: number; y: number; width: number; height: number } {
  let [left, top] = edge.points as [number, number];
  let [right, bottom] = [left, top];
  edge.points.forEach((point, index) => {
    if (index % 2 === 0) {
      left = Math.min(left, point);
      right = Math.max(right, point);
    } else {
      top = Math.min(top, point);
      bottom = Math.max(bottom, point);
    }
  });
  return { x: left, y: top, width: right - left, height: bottom - top };
}

interface Props {
  drawing: Drawing;
  execution?: Execution;
  /** the id of a node */
  chosen?: string;
  choose?: (node: DrawingNode) => void;
  /** words about steps that stand out, such as added, by the step */
  marks?: Map<string, "added" | "changed">;
}

/** The drawing of the server, with the states of an execution on it. */
export function Picture({ drawing, execution, chosen, choose, marks }: Props) {
  const { box, sight } = useSight();
  const [wanted, zoom] = useState<number>();
  const now = useMemo(() => states(drawing, execution), [drawing, execution]);
  const large = drawing.nodes.length > WHOLE_MAX;
  const fit = Math.min(1, Math.max(0.35, (sight.width - 24) / Math.max(1, drawing.width)));
  const scale = wanted ?? fit;
  const seen: Seen = (x, y, width, height) =>
    !large ||
    ((x + width) * scale > sight.left - MARGIN &&
      x * scale < sight.left + sight.width + MARGIN &&
      (y + height) * scale > sight.top - MARGIN &&
      y * scale < sight.top + sight.height + MARGIN);
  const places = useMemo(() => (large ? drawing.edges.map(around) : []), [drawing, large]);
  const lines = useMemo(() => {
    const edges = drawing.edges.filter((_edge, index) => {
      const of = places[index];
      return !of || seen(of.x, of.y, of.width, of.height);
    });
    return <Lines edges={edges} />;
  }, [drawing, places, sight, scale]);
  const live = execution !== undefined;
  const pick = usePick(choose);
  const nodes = useMemo(
    () =>
      drawing.nodes
        .filter((node) => seen(node.x, node.y, node.width, node.height))
        .map((node) => (
          <Node
            key={node.id}
            node={node}
            live={live}
            state={now.get(node.id)}
            chosen={node.id === chosen}
            choose={pick}
            mark={marks && node.kind !== "CASE" ? markOf(node, marks) : undefined}
          />
        )),
    [drawing, now, live, chosen, pick, marks, sight, scale],
  );
  const step = (by: number) => {
    const index = SCALES.findIndex((each) => each >= scale - 0.01);
    zoom(SCALES[Math.min(SCALES.length - 1, Math.max(0, index + by))]);
  };
  return (
    <div class="picture">
      <div class="zoom row">
        <button type="button" aria-label="Smaller" onClick={() => step(-1)}>
          −
        </button>
        <button type="button" aria-label="Fit the width" onClick={() => zoom(undefined)}>
          {Math.round(scale * 100)} %
        </button>
        <button type="button" aria-label="Larger" onClick={() => step(1)}>
          +
        </button>
      </div>
      <div class="drawing-box" ref={box} tabIndex={0} role="region" aria-label="The drawing; scroll with the arrow keys">
        <svg
          class="drawing"
          width={drawing.width * scale}
          height={drawing.height * scale}
          viewBox={`0 0 ${drawing.width} ${drawing.height}`}
          role="group"
          aria-label={`${short(drawing.workflow, 60)}, version ${drawing.version}: ${count(drawing.nodes.length, "node")}`}
        >
          {drawing.frames.map((frame, index) => (
            <g key={"f" + index}>
              <rect class="frame" x={frame.x} y={frame.y} width={frame.width} height={frame.height} rx={12} />
              <text class="frame-label" x={frame.x + 16} y={frame.y + 20}>
                {visible(frame.label)}
              </text>
            </g>
          ))}
          {lines}
          {nodes}
        </svg>
      </div>
    </div>
  );
}

/** The same function for each rendering, so that nodes that stay the same are not looked at again. */
function usePick(choose?: (node: DrawingNode) => void) {
  const latest = useRef(choose);
  latest.current = choose;
  const pick = useRef((node: DrawingNode) => latest.current?.(node));
  return choose && pick.current;
}

interface NodeProps {
  node: DrawingNode;
  live: boolean;
  state?: NodeState;
  chosen: boolean;
  choose?: (node: DrawingNode) => void;
  mark?: "added" | "changed";
}

/** A step of a group is a part of the outermost group. */
function markOf(node: DrawingNode, marks: Map<string, "added" | "changed">) {
  const name = node.steps.find((step) => marks.has(step.split(".")[0] ?? step));
  return name === undefined ? undefined : marks.get(name.split(".")[0] ?? name);
}

function Node({ node, live, state, chosen, choose, mark }: NodeProps) {
  const pick = choose && node.steps.length > 0 && node.kind !== "CASE" ? () => choose(node) : undefined;
  const name = node.label.map(visible).join(" ") || visible(node.task) || words(node.kind);
  const mood = state ? " s-" + tone(state.status) : live ? " s-idle" : "";
  return (
    <g
      data-node={node.id}
      data-status={state?.status}
      data-mark={mark}
      class={`node ${node.kind}${node.marks.includes("PIVOT") ? " pivot" : ""}${mood}${chosen ? " chosen" : ""}${mark ? " m-" + mark : ""}`}
      tabIndex={pick ? 0 : undefined}
      role={pick ? "button" : "img"}
      aria-label={`${name}: ${mark ? mark + ", " : ""}${live ? stateWords(state) : words(node.kind)}`}
      aria-pressed={pick ? chosen : undefined}
      onClick={pick}
      onKeyDown={
        pick &&
        ((event) => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            pick();
          }
        })
      }
    >
      <title>
        {visible(node.text)}
        {live ? "\n" + stateWords(state) : ""}
      </title>
      <Shape node={node} />
      {state && <StateLabel node={node} state={state} />}
    </g>
  );
}

function StateLabel({ node, state }: { node: DrawingNode; state: NodeState }) {
  const label = stateLabel(state);
  const width = label.length * 6.2 + 16;
  const x = node.x + Math.max(0, node.width - width - 10);
  const y = node.y + node.height - 9;
  return (
    <g class={"state " + tone(state.status)}>
      <rect x={x} y={y} width={width} height={18} rx={9} />
      <text x={x + width / 2} y={y + 13} text-anchor="middle">
        {label}
      </text>
    </g>
  );
}

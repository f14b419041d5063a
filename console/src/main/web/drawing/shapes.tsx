import type { DrawingNode } from "../lib/types";
import { visible } from "../lib/words";

/** By how much the cards behind a node stand out. */
const CARDS = 8;

const SIGNS: Record<string, string> = {
  ACTION: "M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z",
  CHILD: "M2.5 2.5h6v5h-6zM7.5 9.5h6v5h-6zM5.5 7.5V12h2",
  WAIT: "M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2M8 4.8V8l2.3 1.6",
  AWAIT: "M2 3.5h12v9H2zM2.5 4l5.5 4.5L13.5 4",
  SWITCH: "M8 1.5V5M3 14V9.5c0-3 5-1.5 5-4.5 0 3 5 1.5 5 4.5V14",
  VALUE: "M6 2.5c-2 0-2 1-2 2.5S4 8 2.5 8C4 8 4 9.5 4 11s0 2.5 2 2.5M10 2.5c2 0 2 1 2 2.5S12 8 13.5 8C12 8 12 9.5 12 11s0 2.5-2 2.5",
  FAIL: "M4 4l8 8M12 4l-8 8",
  COMPLETE: "M3 8.5l3.5 3.5L13 4.5",
  COMPENSATION: "M6 2.5 2.5 6 6 9.5M3 6h6.5a3.7 3.7 0 0 1 0 7.4H6",
  LOOP: "M13 8a5 5 0 1 1-1.7-3.8M13.2 1.5v3.3H9.9",
};

function Sign({ of, x, y }: { of: string; x: number; y: number }) {
  return <path class="sign" transform={`translate(${x} ${y})`} d={SIGNS[of]} />;
}

interface Box {
  kind: DrawingNode["kind"];
  x: number;
  y: number;
  width: number;
  height: number;
}

function Outline({ kind, x, y, width, height }: Box) {
  const right = x + width;
  const bottom = y + height;
  const round = (radius: number, style = "box", inset = 0) => (
    <rect class={style} x={x + inset} y={y + inset} width={width - 2 * inset} height={height - 2 * inset} rx={radius} />
  );
  const pill = Math.min(24, height / 2);
  switch (kind) {
    case "WAIT":
    case "AWAIT":
      return round(pill);
    case "COMPLETE":
      return (
        <>
          {round(pill)}
          {round(pill - 3, "line", 3)}
        </>
      );
    case "SWITCH":
      return (
        <path
          class="box"
          d={`M${x + 16} ${y}H${right - 16}L${right} ${y + height / 2}L${right - 16} ${bottom}H${x + 16}L${x} ${y + height / 2}z`}
        />
      );
    case "FAIL":
      return (
        <path
          class="box"
          d={`M${x + 14} ${y}H${right - 14}L${right} ${y + 14}V${bottom - 14}L${right - 14} ${bottom}H${x + 14}L${x} ${bottom - 14}V${y + 14}z`}
        />
      );
    case "VALUE":
      return (
        <>
          <path class="box" d={`M${x} ${y}H${right - 12}L${right} ${y + 12}V${bottom}H${x}z`} />
          <path class="line" d={`M${right - 12} ${y}v12h12`} />
        </>
      );
    case "CHILD":
      return (
        <>
          {round(4)}
          <path class="line" d={`M${x + 5} ${y}v${height}M${right - 5} ${y}v${height}`} />
        </>
      );
    default:
      return round(9);
  }
}

/** The room at the left of a shape that is not a rectangle. */
function indent(node: DrawingNode): number {
  return ["SWITCH", "FAIL", "COMPLETE", "WAIT", "AWAIT"].includes(node.kind) ? 12 : 0;
}

function Words({ node, left, height }: { node: DrawingNode; left: number; height: number }) {
  const total = node.label.length * 17 + (node.task ? 15 : 0) + node.notes.length * 15;
  let y = node.y + Math.floor((height - total) / 2) + 13;
  const lines: { style: string; text: string; y: number }[] = [];
  const add = (style: string, text: string, step: number) => {
    lines.push({ style, text, y });
    y += step;
  };
  node.label.forEach((line) => add("label", line, 17));
  y -= 1;
  if (node.task) {
    add("task", node.task, 15);
  }
  node.notes.forEach((note) => add("note", note, 15));
  return (
    <>
      {lines.map((line, index) => (
        <text key={index} class={line.style} x={left + 46} y={line.y}>
          {visible(line.text)}
        </text>
      ))}
    </>
  );
}

function StepShape({ node }: { node: DrawingNode }) {
  const several = node.marks.includes("ITEMS") || node.marks.includes("GROUP");
  const width = node.width - (several ? CARDS : 0);
  const height = node.height - (several ? CARDS : 0);
  const { x, y, kind } = node;
  const left = x + indent(node);
  const card = (by: number) => <Outline kind={kind} x={x + by} y={y + by} width={width} height={height} />;
  return (
    <>
      {several && card(CARDS)}
      {several && card(CARDS / 2)}
      {card(0)}
      <rect class="behind" x={left + 9} y={y + (height - 28) / 2} width={28} height={28} rx={7} />
      <Sign of={kind} x={left + 15} y={y + (height - 16) / 2} />
      <Words node={node} left={left} height={height} />
      {node.marks.includes("UNDONE") && (
        <g class="mark">
          <Sign of="COMPENSATION" x={x + width - indent(node) - 24} y={y + 8} />
        </g>
      )}
      {node.marks.includes("LOOP") && (
        <>
          <circle class="badge" cx={x + width - 3} cy={y + 3} r={11} />
          <Sign of="LOOP" x={x + width - 11} y={y - 5} />
        </>
      )}
    </>
  );
}

/** A node as the pictures of the server have it. */
export function Shape({ node }: { node: DrawingNode }) {
  const { x, y, width, height } = node;
  switch (node.kind) {
    case "START":
      return <circle class="start" cx={x + width / 2} cy={y + height / 2} r={7} />;
    case "CASE":
      return (
        <>
          <rect class="case" x={x} y={y} width={width} height={height} rx={12} />
          <text class="case-label" text-anchor="middle" x={x + width / 2} y={y + 16}>
            {visible(node.label.join(""))}
          </text>
        </>
      );
    case "COMPENSATION":
      return (
        <>
          <rect class="undoing" x={x} y={y} width={width} height={height} rx={9} />
          <Sign of="COMPENSATION" x={x + 11} y={y + (height - 16) / 2} />
          <text class="task" x={x + 34} y={y + height / 2 + 4}>
            {visible(node.task)}
          </text>
        </>
      );
    default:
      return <StepShape node={node} />;
  }
}

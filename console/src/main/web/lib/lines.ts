/** A line of a text, or of one of two texts that are compared. */
export interface Line {
  kind: "same" | "out" | "in";
  text: string;
}

/** With more pairs of lines than this, what differs is shown as a whole: as taken out, and as put in. */
const PAIRS_MAX = 4_000_000;

/** The lines of two texts: those that both have, those that only the first has, and those that only the second has. */
export function compared(one: string[], other: string[]): Line[] {
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) {
    start++;
  }
  let end = 0;
  while (end < one.length - start && end < other.length - start && one[one.length - 1 - end] === other[other.length - 1 - end]) {
    end++;
  }
  const same = (text: string): Line => ({ kind: "same", text });
  return [
    ...one.slice(0, start).map(same),
    ...middle(one.slice(start, one.length - end), other.slice(start, other.length - end)),
    ...one.slice(one.length - end).map(same),
  ];
}

function middle(one: string[], other: string[]): Line[] {
  if (one.length * other.length > PAIRS_MAX) {
    return [...one.map((text): Line => ({ kind: "out", text })), ...other.map((text): Line => ({ kind: "in", text }))];
  }
  // the longest common sequence from each pair of places on
  const width = other.length + 1;
  const longest = new Uint32Array((one.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      longest[i * width + j] = one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: Line[] = [];
  let i = 0;
  let j = 0;
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) {
      lines.push({ kind: "same", text: one[i++] ?? "" });
      j++;
    } else if (j >= other.length || (i < one.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: "out", text: one[i++] ?? "" });
    } else {
      lines.push({ kind: "in", text: other[j++] ?? "" });
    }
  }
  return lines;
}

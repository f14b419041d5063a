import type { Verdict } from "./difference";

const WORDS: Record<Verdict, string> = {
  same: "same",
  different: "different",
  masked: "not shown to you",
  none: "",
  "not read": "not read",
};

const TITLES: Partial<Record<Verdict, string>> = {
  masked: "Your roles do not show all of it, so it is not compared",
  "not read": "Only the newest events were read",
};

/** The outcome of a comparison. */
export function Judged({ of: value }: { of: Verdict }) {
  return (
    <span class={value === "different" ? "differs" : "faint"} title={TITLES[value]} data-verdict={value}>
      {WORDS[value]}
    </span>
  );
}

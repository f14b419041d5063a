import type { HistoryEntry } from "./types";

/**
 * Whether an event says what goes forward into a step, not into its probe or its compensation. One without an input
 * stands for the input of the execution, or, if it is a retry, for the one that the step had. JSON's null is an input.
 */
export function saysInput(event: HistoryEntry["event"]): boolean {
  switch (event.kind) {
    case "stepReady":
    case "stepRetried":
      return (event.purpose ?? "FORWARD") === "FORWARD";
    case "stepTaken":
      return [event.input, event.output, event.failure].some((each) => each !== undefined);
    default:
      return false;
  }
}

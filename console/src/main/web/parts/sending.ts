import { useState } from "preact/hooks";
import { Problem } from "../lib/problem";

/** What a person sends: whether it is under way, and why it failed last. */
export interface Sending {
  problem: Problem | undefined;
  sending: boolean;
  /** of a form */
  send: (event: Event) => Promise<void>;
}

/**
 * @param store sends it, and shows what came of it
 * @param refused is called when it failed
 */
export function useSending(store: () => Promise<void>, refused?: () => void): Sending {
  const [problem, fail] = useState<Problem>();
  const [sending, become] = useState(false);
  const send = async (event: Event) => {
    event.preventDefault();
    become(true);
    fail(undefined);
    try {
      await store();
    } catch (e) {
      fail(Problem.of(e));
      refused?.();
    }
    become(false);
  };
  return { problem, sending, send };
}

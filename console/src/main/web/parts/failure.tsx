import type { Failure } from "../lib/types";
import { LongText, Text } from "./text";

export function FailureText({ failure, whole }: { failure: Failure; whole?: boolean }) {
  return (
    <span class="failure">
      <code>{failure.code}</code> {whole ? <LongText value={failure.message} /> : <Text value={failure.message} max={240} />}
      {failure.possiblyDone && <span class="faint"> It may have had its effect.</span>}
    </span>
  );
}

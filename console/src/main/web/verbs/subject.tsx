import type { Execution } from "../lib/types";
import { shortId } from "../lib/words";
import { Text } from "../parts/text";

/** The execution that a dialog is about. It stands first, because the page behind may show another one by now. */
export function Subject({ of }: { of: Execution }) {
  return (
    <p class="faint" data-subject={of.id}>
      <b><Text value={of.key ?? shortId(of.id)} max={80} /></b> · <Text value={of.action ?? of.workflow} max={60} />{" "}
      {of.action ? "job" : "version " + of.version}
    </p>
  );
}

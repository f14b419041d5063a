import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Dialog, useDraft } from "./dialog";
import { ReasonField, TypedField } from "./fields";
import { ProblemNotice } from "./panel";
import { type Sending, useSending } from "./sending";

/** A decision while a person makes it: its reason, and what became of sending it. */
export interface Draft extends Sending {
  reason: string;
  setReason: (reason: string) => void;
}

/**
 * @param name of the draft of the reason
 * @param store sends the decision, and returns what comes after it
 * @param refused is called when it was not stored
 */
export function useDecision(name: string, store: (reason: string) => Promise<() => void>, refused?: () => void): Draft {
  const [reason, setReason, forget] = useDraft(name, "");
  const sending = useSending(async () => {
    const done = await store(reason.trim());
    forget();
    done();
  }, refused);
  return { reason, setReason, ...sending };
}

interface Props {
  title: ComponentChildren;
  draft: Draft;
  /** what the button says */
  action: string;
  /** whether all but the reason is given */
  ready?: boolean;
  danger?: boolean;
  /** has to be typed first, for what nothing brings back */
  typed?: string;
  close: () => void;
  children: ComponentChildren;
}

/** A dialog for a decision, which ends with its reason. */
export function DecisionDialog({ title, draft, action, ready = true, danger = false, typed, close, children }: Props) {
  const [text, write] = useState("");
  const complete = ready && draft.reason.trim() !== "" && (typed === undefined || text.trim() === typed);
  return (
    <Dialog title={title} close={close}>
      <form onSubmit={(event) => void draft.send(event)}>
        {children}
        {typed !== undefined && <TypedField wanted={typed} value={text} set={write} />}
        <ReasonField value={draft.reason} set={draft.setReason} />
        {draft.problem && <ProblemNotice problem={draft.problem} />}
        <footer class="row end">
          <button type="button" onClick={close}>
            Leave it
          </button>
          <button type="submit" class={danger ? "danger" : "primary"} disabled={draft.sending || !complete}>
            {draft.sending ? "Sending …" : action}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

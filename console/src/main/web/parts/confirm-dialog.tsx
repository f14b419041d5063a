import type { ComponentChildren } from "preact";
import { Dialog } from "./dialog";
import { ProblemNotice } from "./panel";
import { useSending } from "./sending";

interface Props {
  title: ComponentChildren;
  /** what the button says */
  action: string;
  close: () => void;
  /** does it, and says what became of it */
  confirmed: () => Promise<void>;
  children: ComponentChildren;
}

/** Asks once more before something that the record keeps without a reason. */
export function ConfirmDialog({ title, action, close, confirmed, children }: Props) {
  const { problem, sending, send } = useSending(confirmed);
  return (
    <Dialog title={title} close={close}>
      <form onSubmit={(event) => void send(event)}>
        {children}
        {problem && <ProblemNotice problem={problem} />}
        <footer class="row end">
          <button type="button" onClick={close}>
            Leave it
          </button>
          <button type="submit" class="primary" disabled={sending} autofocus>
            {sending ? "Sending …" : action}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

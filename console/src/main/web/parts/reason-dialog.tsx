import { useState } from "preact/hooks";
import { post } from "../lib/api";
import { Problem } from "../lib/problem";
import { Dialog, useDraft } from "./dialog";
import { ReasonField } from "./fields";
import { ProblemNotice } from "./panel";

export interface Decision {
  /** such as: pause the schedule nightly */
  title: string;
  /** what it will do */
  effect: string;
  path: string;
}

/** A decision that needs only a reason. What it does was fixed when it was opened. */
export function ReasonDialog({ decision, close, done }: { decision: Decision; close: () => void; done: () => void }) {
  const [reason, setReason, forget] = useDraft(decision.path, "");
  const [problem, fail] = useState<Problem>();
  const [sending, become] = useState(false);
  const send = async (event: Event) => {
    event.preventDefault();
    become(true);
    fail(undefined);
    try {
      await post(decision.path, { reason: reason.trim() });
      forget();
      done();
    } catch (e) {
      fail(Problem.of(e));
      become(false);
    }
  };
  return (
    <Dialog title={decision.title} close={close}>
      <form onSubmit={(event) => void send(event)}>
        <p>{decision.effect}</p>
        <ReasonField value={reason} set={setReason} />
        {problem && <ProblemNotice problem={problem} />}
        <footer class="row end">
          <button type="button" onClick={close}>
            Leave it
          </button>
          <button type="submit" class="primary" disabled={sending || reason.trim() === ""}>
            {sending ? "Sending …" : decision.title}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

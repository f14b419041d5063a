import { call, post, query } from "../lib/api";
import { DecisionDialog, useDecision } from "./decision-dialog";

export interface Decision {
  /** such as: pause the schedule nightly */
  title: string;
  /** what it will do */
  effect: string;
  path: string;
  /** for what is deleted, and does not come back: the name that has to be typed */
  deletes?: string;
}

/** A decision that needs only a reason. What it does was fixed when it was opened. */
export function ReasonDialog({ decision, close, done }: { decision: Decision; close: () => void; done: () => void }) {
  const draft = useDecision((decision.deletes === undefined ? "" : "delete ") + decision.path, async (reason) => {
    await (decision.deletes === undefined
      ? post(decision.path, { reason })
      : call(decision.path + query({ reason }), { method: "DELETE" }));
    return done;
  });
  return (
    <DecisionDialog
      title={decision.title}
      draft={draft}
      action={decision.title}
      danger={decision.deletes !== undefined}
      typed={decision.deletes}
      close={close}
    >
      <p>{decision.effect}</p>
    </DecisionDialog>
  );
}

interface Props {
  decision: Decision | undefined;
  show: (decision: Decision | undefined) => void;
  done: () => void;
}

/** The dialog of the decision that is open, if there is one. */
export function OpenDecision({ decision, show, done }: Props) {
  if (decision === undefined) {
    return null;
  }
  return (
    <ReasonDialog
      decision={decision}
      close={() => show(undefined)}
      done={() => {
        show(undefined);
        done();
      }}
    />
  );
}

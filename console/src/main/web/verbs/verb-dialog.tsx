import { useId, useState } from "preact/hooks";
import { post } from "../lib/api";
import { mistake } from "../lib/json";
import type { Command } from "../lib/types";
import { short } from "../lib/words";
import { DecisionDialog, useDecision } from "../parts/decision-dialog";
import { useDraft } from "../parts/dialog";
import { JsonField } from "../parts/fields";
import { Effect } from "./effect";
import { MoveDialog } from "./move-dialog";
import { Subject } from "./subject";
import { DANGEROUS, isOfStep, NAMES, request, type Target, type Verb } from "./verbs";

/** The browser offers these as the reader writes. */
const STEPS_OFFERED = 500;

export type Done = (news: string, rerun?: string) => void;

function VerbDialog({ verb, target, close, done }: { verb: Verb; target: Target; close: () => void; done: Done }) {
  const forward = target.purpose !== "COMPENSATION";
  const name = `${verb} ${target.execution.id} ${target.step ?? ""}${forward ? "" : " undo"}`;
  const [payload, setPayload, forgetPayload] = useDraft(name + " payload", verb === "RESOLVE" ? "{}" : "");
  const [other, setOther] = useState(payload !== "" && verb !== "RESOLVE");
  const steps = target.execution.steps;
  const [from, setFrom] = useState(steps.find((step) => step.failure)?.step ?? steps[0]?.step ?? "");
  const id = useId();

  const resolves = verb === "RESOLVE" && forward;
  const mayChangeInput = (verb === "RETRY" || verb === "RERUN") && forward;
  const known = verb !== "RERUN" || steps.some((step) => step.step === from);
  const changesInput = mayChangeInput && other;
  const ready = known && (!(resolves || changesInput) || mistake(payload) === undefined);
  const title = NAMES[verb] + (target.step && isOfStep(verb) ? ": " + short(target.step, 60) : "");

  const draft = useDecision(name + " reason", async (reason) => {
    // the API wants an output of what is undone, too, which has none
    const data = resolves || changesInput ? payload || "{}" : verb === "RESOLVE" ? "{}" : undefined;
    const stored = await post<Command>(...request(verb, target, reason, data, from));
    forgetPayload();
    return () => done(`${NAMES[verb]}: stored for ${stored.actor}.`, stored.rerunAs);
  });

  return (
    <DecisionDialog title={title} draft={draft} action={title} ready={ready} danger={DANGEROUS.includes(verb)} close={close}>
      <Subject of={target.execution} />
      <Effect verb={verb} target={target} />
      {verb === "RERUN" && (
        <div class="field">
          <label for={id}>From the step</label>
          <input
            id={id}
            list={id + "s"}
            value={from}
            autocomplete="off"
            spellcheck={false}
            aria-invalid={known ? undefined : true}
            aria-describedby={id + "h"}
            onInput={(event) => setFrom(event.currentTarget.value)}
          />
          <datalist id={id + "s"}>
            {steps.slice(0, STEPS_OFFERED).map((step) => (
              <option key={step.step} value={step.step} />
            ))}
          </datalist>
          <p id={id + "h"} class={known ? "hint" : "hint bad-text"}>
            {known ? "One of the steps that have begun." : "No step of this name has begun."}
          </p>
        </div>
      )}
      {mayChangeInput && (
        <label class="check">
          <input type="checkbox" checked={other} onChange={(event) => setOther(event.currentTarget.checked)} />
          With another input. Refused if an earlier attempt may have had its effect.
        </label>
      )}
      {changesInput && <JsonField label="Input" value={payload} set={setPayload} />}
      {resolves && <JsonField label="Output of the step" value={payload} set={setPayload} />}
    </DecisionDialog>
  );
}

/** A decision that is open. Its subject was fixed when it was opened. */
export interface OpenVerb {
  verb: Verb;
  target: Target;
}

interface Props {
  verbs: Verb[];
  target: Target;
  may: boolean;
  /** opens the dialog, which belongs to the screen: it stays, also if others act meanwhile */
  open: (decision: OpenVerb) => void;
}

/** The verbs that a person can use now. */
export function Verbs({ verbs, target, may, open }: Props) {
  if (verbs.length === 0) {
    return null;
  }
  return (
    <div class="verbs">
      {verbs.map((verb, index) => (
        <button
          key={verb}
          type="button"
          disabled={!may}
          class={index === 0 && isOfStep(verb) ? "primary" : DANGEROUS.includes(verb) ? "danger" : ""}
          title={may ? undefined : "Needs the role operator"}
          onClick={() => open({ verb, target })}
        >
          {NAMES[verb]}
        </button>
      ))}
      {!may && (
        <span class="faint">
          Deciding needs the role <code>operator</code>.
        </span>
      )}
    </div>
  );
}

interface OpenProps {
  decision: OpenVerb | undefined;
  show: (decision: OpenVerb | undefined) => void;
  done: Done;
}

/** The dialog of the decision that is open, if there is one. */
export function OpenVerbDialog({ decision, show, done }: OpenProps) {
  if (decision === undefined) {
    return null;
  }
  const close = () => show(undefined);
  const closed: Done = (news, rerun) => {
    close();
    done(news, rerun);
  };
  const { verb, target } = decision;
  return verb === "MOVE" ? (
    <MoveDialog target={target} close={close} done={closed} />
  ) : (
    <VerbDialog verb={verb} target={target} close={close} done={closed} />
  );
}

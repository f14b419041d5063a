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
import { DANGEROUS, isOfStep, NAMES, request, type Target, type Verb } from "./verbs";

export type Done = (news: string, rerun?: string) => void;

function VerbDialog({ verb, target, close, done }: { verb: Verb; target: Target; close: () => void; done: Done }) {
  const name = `${verb} ${target.execution.id} ${target.step ?? ""}`;
  const [payload, setPayload, forgetPayload] = useDraft(name + " payload", verb === "RESOLVE" ? "{}" : "");
  const [other, setOther] = useState(payload !== "" && verb !== "RESOLVE");
  const steps = target.execution.steps;
  const [from, setFrom] = useState(steps.find((step) => step.failure)?.step ?? steps[0]?.step ?? "");
  const id = useId();

  const forward = target.purpose !== "COMPENSATION";
  const resolves = verb === "RESOLVE" && forward;
  const mayChangeInput = (verb === "RETRY" || verb === "RERUN") && forward;
  const ready = !(resolves || other) || mistake(payload) === undefined;
  const title = NAMES[verb] + (target.step && isOfStep(verb) ? ": " + short(target.step, 60) : "");

  const draft = useDecision(name + " reason", async (reason) => {
    const data = verb === "RESOLVE" || other ? payload || "{}" : undefined;
    const stored = await post<Command>(...request(verb, target, reason, data, from));
    forgetPayload();
    return () => done(`${NAMES[verb]}: stored for ${stored.actor}.`, stored.rerunAs);
  });

  return (
    <DecisionDialog title={title} draft={draft} action={title} ready={ready} danger={DANGEROUS.includes(verb)} close={close}>
      <Effect verb={verb} target={target} />
      {verb === "RERUN" && (
        <div class="field">
          <label for={id}>From the step</label>
          <select id={id} value={from} onChange={(event) => setFrom(event.currentTarget.value)}>
            {steps.map((step) => (
              <option key={step.step} value={step.step}>
                {short(step.step, 80)}
              </option>
            ))}
          </select>
        </div>
      )}
      {mayChangeInput && (
        <label class="check">
          <input type="checkbox" checked={other} onChange={(event) => setOther(event.currentTarget.checked)} />
          With another input. Refused if an earlier attempt may have had its effect.
        </label>
      )}
      {other && <JsonField label="Input" value={payload} set={setPayload} />}
      {resolves && <JsonField label="Output of the step" value={payload} set={setPayload} />}
    </DecisionDialog>
  );
}

/** The verbs that a person can use now. The one of an open dialog stays, also if others act meanwhile. */
export function Verbs({ verbs, target, may, done }: { verbs: Verb[]; target: Target; may: boolean; done: Done }) {
  const [chosen, choose] = useState<{ verb: Verb; target: Target }>();
  const close = () => choose(undefined);
  const closed: Done = (news, rerun) => {
    close();
    done(news, rerun);
  };
  if (verbs.length === 0 && !chosen) {
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
          onClick={() => choose({ verb, target })}
        >
          {NAMES[verb]}
        </button>
      ))}
      {!may && (
        <span class="faint">
          Deciding needs the role <code>operator</code>.
        </span>
      )}
      {chosen?.verb === "MOVE" && <MoveDialog target={chosen.target} close={close} done={closed} />}
      {chosen && chosen.verb !== "MOVE" && <VerbDialog verb={chosen.verb} target={chosen.target} close={close} done={closed} />}
    </div>
  );
}

import { useId, useState } from "preact/hooks";
import { post } from "../lib/api";
import { mistake } from "../lib/json";
import { Problem } from "../lib/problem";
import type { Command } from "../lib/types";
import { short } from "../lib/words";
import { Dialog, useDraft } from "../parts/dialog";
import { JsonField, ReasonField } from "../parts/fields";
import { ProblemNotice } from "../parts/panel";
import { Effect } from "./effect";
import { DANGEROUS, isOfStep, NAMES, request, type Target, type Verb } from "./verbs";

export type Done = (news: string, rerun?: string) => void;

function VerbDialog({ verb, target, close, done }: { verb: Verb; target: Target; close: () => void; done: Done }) {
  const name = `${verb} ${target.execution.id} ${target.step ?? ""}`;
  const [reason, setReason, forgetReason] = useDraft(name + " reason", "");
  const [payload, setPayload, forgetPayload] = useDraft(name + " payload", verb === "RESOLVE" ? "{}" : "");
  const [other, setOther] = useState(payload !== "" && verb !== "RESOLVE");
  const steps = target.execution.steps;
  const [from, setFrom] = useState(steps.find((step) => step.failure)?.step ?? steps[0]?.step ?? "");
  const [sending, become] = useState(false);
  const [problem, fail] = useState<Problem>();
  const id = useId();

  const forward = target.purpose !== "COMPENSATION";
  const resolves = verb === "RESOLVE" && forward;
  const mayChangeInput = (verb === "RETRY" || verb === "RERUN") && forward;
  const ready = reason.trim() !== "" && !sending && (!(resolves || other) || mistake(payload) === undefined);
  const title = NAMES[verb] + (target.step && isOfStep(verb) ? ": " + short(target.step, 60) : "");

  const send = async (event: Event) => {
    event.preventDefault();
    become(true);
    fail(undefined);
    const data = verb === "RESOLVE" || other ? payload || "{}" : undefined;
    try {
      const stored = await post<Command>(...request(verb, target, reason.trim(), data, from));
      forgetReason();
      forgetPayload();
      done(`${NAMES[verb]}: stored for ${stored.actor}.`, stored.rerunAs);
    } catch (e) {
      fail(Problem.of(e));
      become(false);
    }
  };

  return (
    <Dialog title={title} close={close}>
      <form onSubmit={(event) => void send(event)}>
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
        <ReasonField value={reason} set={setReason} />
        {problem && <ProblemNotice problem={problem} />}
        <footer class="row end">
          <button type="button" onClick={close}>
            Leave it
          </button>
          <button type="submit" class={DANGEROUS.includes(verb) ? "danger" : "primary"} disabled={!ready}>
            {sending ? "Sending …" : title}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** The verbs that a person can use now. The one of an open dialog stays, also if others act meanwhile. */
export function Verbs({ verbs, target, may, done }: { verbs: Verb[]; target: Target; may: boolean; done: Done }) {
  const [chosen, choose] = useState<{ verb: Verb; target: Target }>();
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
      {chosen && (
        <VerbDialog
          verb={chosen.verb}
          target={chosen.target}
          close={() => choose(undefined)}
          done={(news, rerun) => {
            choose(undefined);
            done(news, rerun);
          }}
        />
      )}
    </div>
  );
}

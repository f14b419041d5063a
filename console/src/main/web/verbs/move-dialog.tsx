import { useId, useState } from "preact/hooks";
import { call, post, segment } from "../lib/api";
import { useApi, useLoaded } from "../lib/data";
import { write } from "../lib/json";
import type { Command, Definitions, MoveCheck } from "../lib/types";
import { number } from "../lib/words";
import { DecisionDialog, useDecision } from "../parts/decision-dialog";
import { Loading, ProblemNotice } from "../parts/panel";
import { Effect } from "./effect";
import { MovePreview } from "./move-preview";
import { deployedName } from "./signals";
import { Subject } from "./subject";
import type { Target } from "./verbs";

/** Moves an execution to another version, after a look at what prevents moves to it. */
export function MoveDialog({ target, close, done }: { target: Target; close: () => void; done: (news: string) => void }) {
  const { id, version: now } = target.execution;
  const workflow = deployedName(target.execution.workflow);
  const definitions = useApi<Definitions>("v1/definitions");
  const others = (definitions.data?.definitions ?? [])
    .filter((each) => each.workflow === workflow && each.version !== now)
    .map((each) => each.version)
    .sort((one, other) => other - one);
  const [chosen, choose] = useState<number>();
  const version = chosen ?? others[0];
  const check = useLoaded<MoveCheck>(version === undefined ? null : `check ${workflow} ${version}`, async (signal) => {
    const definition = await call<unknown>(`v1/definitions/${segment(workflow)}/${version}`, { signal });
    return call<MoveCheck>("v1/definitions/check", { method: "POST", body: write(definition, 0), signal });
  });
  const field = useId();
  const draft = useDecision(`MOVE ${id} reason`, async (reason) => {
    const stored = await post<Command>(`v1/executions/${segment(id)}/move`, { reason, version });
    return () => done(`Moved to version ${version}: stored for ${stored.actor}.`);
  });
  return (
    <DecisionDialog
      title="Move to another version"
      draft={draft}
      action={version === undefined ? "Move" : `Move to version ${version}`}
      ready={version !== undefined}
      close={close}
    >
      <Subject of={target.execution} />
      <Effect verb="MOVE" target={target} />
      {definitions.problem && <ProblemNotice problem={definitions.problem} again={definitions.again} />}
      {!definitions.data && !definitions.problem && <Loading />}
      {definitions.data && others.length === 0 && (
        <p class="notice wait">No other version of this workflow is deployed. It is on version {number(now)}.</p>
      )}
      {others.length > 0 && (
        <div class="field">
          <label for={field}>From version {number(now)} to</label>
          <select id={field} value={String(version)} onChange={(event) => choose(Number(event.currentTarget.value))}>
            {others.map((each) => (
              <option key={each} value={String(each)}>
                version {each}
              </option>
            ))}
          </select>
        </div>
      )}
      {check.problem && <ProblemNotice problem={check.problem} again={check.again} />}
      {version !== undefined && !check.data && !check.problem && <Loading />}
      {check.data && <MovePreview of={check.data} execution={id} />}
    </DecisionDialog>
  );
}

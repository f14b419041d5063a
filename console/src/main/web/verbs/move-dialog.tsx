import { useId, useState } from "preact/hooks";
import { call, post, segment } from "../lib/api";
import { type Loaded, useApi, useLoaded } from "../lib/data";
import { write } from "../lib/json";
import type { Command, Definitions, MoveCheck, MoveCheckObstacle } from "../lib/types";
import { count, number } from "../lib/words";
import { DecisionDialog, useDecision } from "../parts/decision-dialog";
import { Loading, ProblemNotice } from "../parts/panel";
import { ExecutionLink } from "../parts/status";
import { Text } from "../parts/text";
import { Effect } from "./effect";
import { deployedName } from "./signals";
import type { Target } from "./verbs";

const OBSTACLES_SHOWN = 10;

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
      {version !== undefined && <Preview of={check} execution={id} />}
    </DecisionDialog>
  );
}

/** All open executions are checked together, so an obstacle names one execution that it concerns. */
function Preview({ of, execution }: { of: Loaded<MoveCheck>; execution: string }) {
  const { data, problem } = of;
  if (!data) {
    return problem ? <ProblemNotice problem={problem} again={of.again} /> : <Loading />;
  }
  return (
    <div data-check={data.version}>
      <p>
        <b>
          {number(data.movable)} of {count(data.executions, "open execution")}
        </b>{" "}
        on other versions could move{data.more && <>; only the newest were examined</>}.
      </p>
      {data.obstacles.length > 0 && (
        <>
          <p>What prevents the others:</p>
          <ul>
            {data.obstacles.slice(0, OBSTACLES_SHOWN).map((each, index) => (
              <Obstacle key={index} of={each} own={each.example === execution} />
            ))}
          </ul>
          {data.obstacles.length > OBSTACLES_SHOWN && (
            <p class="faint">and {count(data.obstacles.length - OBSTACLES_SHOWN, "other obstacle")}</p>
          )}
        </>
      )}
    </div>
  );
}

function Obstacle({ of, own }: { of: MoveCheckObstacle; own: boolean }) {
  return (
    <li class={own ? "bad-text" : undefined} data-own={own}>
      {of.step !== undefined && (
        <>
          step <b><Text value={of.step} max={60} /></b>{" "}
        </>
      )}
      <Text value={of.problem} max={300} />{" "}
      <span class="faint">
        ({count(of.executions, "execution")}, {own ? "this one too" : <>such as <ExecutionLink id={of.example}>{of.example.slice(0, 13)}</ExecutionLink></>})
      </span>
    </li>
  );
}

import { useState } from "preact/hooks";
import type { Loaded } from "../../lib/data";
import { changed, go, type Route } from "../../lib/route";
import type { Execution } from "../../lib/types";
import { short, stepOf } from "../../lib/words";
import { More } from "../../parts/more";
import { Panel } from "../../parts/panel";
import { Tree } from "../../parts/tree";
import { StepData } from "./step-data";

const PAGE = 50;
const NAMES_MAX = 500;

/** Which step a view is about: chosen from those that have begun. */
export function StepChoice({ names, chosen, route }: { names: string[]; chosen: string; route: Route }) {
  return (
    <label class="row">
      Step{" "}
      <select value={chosen} onChange={(event) => go(changed(route, { step: event.currentTarget.value || undefined }), "replace")}>
        <option value="">all</option>
        {[...new Set(names)].slice(0, NAMES_MAX).map((name) => (
          <option key={name} value={name}>
            {short(name, 60)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Inputs and outputs. */
export function DataView({ execution, id, route }: { execution: Loaded<Execution>; id: string; route: Route }) {
  const [shown, show] = useState(PAGE);
  const chosen = route.query.get("step") ?? "";
  const steps = execution.data?.steps ?? [];
  return (
    <>
      <Panel name="Data of the execution" of={execution}>
        {(data) => (
          <>
            <Tree value={data.input} name="input" />
            {data.output !== undefined && <Tree value={data.output} name="output" />}
            {data.failure?.details !== undefined && <Tree value={data.failure.details} name="details of the failure" />}
          </>
        )}
      </Panel>
      <Panel
        name="Data of steps"
        title="Steps"
        of={execution}
        empty={(data) => data.steps.length === 0 && "No step has begun."}
        side={steps.length > 1 && <StepChoice names={steps.map((step) => stepOf(step.step))} chosen={chosen} route={route} />}
      >
        {(data) => {
          const wanted = chosen ? data.steps.filter((step) => stepOf(step.step) === stepOf(chosen)) : data.steps;
          return (
            <>
              {wanted.slice(0, shown).map((step) => (
                <StepData key={step.step} id={id} step={step} own={data.input} />
              ))}
              <More left={wanted.length - shown} page={PAGE} of="step" show={() => show(shown + PAGE)} />
            </>
          );
        }}
      </Panel>
    </>
  );
}

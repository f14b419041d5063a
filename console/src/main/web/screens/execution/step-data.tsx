import { useContext, useState } from "preact/hooks";
import { call, query, segment } from "../../lib/api";
import { useLoaded } from "../../lib/data";
import { saysInput } from "../../lib/inputs";
import { PastContext } from "../../lib/past";
import type { ExecutionStep, History } from "../../lib/types";
import { FailureText } from "../../parts/failure";
import { Panel } from "../../parts/panel";
import { Status } from "../../parts/status";
import { Text } from "../../parts/text";
import { Tree } from "../../parts/tree";
import { CompareAttempts } from "./attempts-view";

const PART = 1_000;

/** What went forward into a step, which only the history knows. Reads it back in parts, when it is asked for. */
async function inputOf(id: string, step: string, own: unknown, asOf: string | undefined, signal: AbortSignal): Promise<{ input: unknown }> {
  let before: number | undefined;
  for (;;) {
    const part = query({ limit: PART, asOf, before });
    const { entries } = await call<History>(`v1/executions/${segment(id)}/history${part}`, { signal });
    const last = entries
      .map((entry) => entry.event)
      .filter((event) => event.step === step && saysInput(event))
      .filter((event) => event.input !== undefined || event.kind !== "stepRetried")
      .pop();
    const first = entries[0];
    if (last || !first || first.event.kind === "executionStarted") {
      return { input: last?.input !== undefined ? last.input : own };
    }
    before = first.seq;
  }
}

interface Props {
  id: string;
  step: ExecutionStep;
  /** the input of the execution, which is that of a step without another one */
  own: unknown;
}

/** Everything that went in and came out of a step. */
export function StepData({ id, step, own }: Props) {
  const [asked, ask] = useState(false);
  const asOf = useContext(PastContext)?.asOf;
  const input = useLoaded(asked ? `input ${id} ${asOf ?? ""} ${step.step}` : null, (signal) => inputOf(id, step.step, own, asOf, signal));
  return (
    <div class="step-data" data-step={step.step}>
      <h3>
        <Text value={step.step} max={80} /> <Status value={step.status} /> {step.taken && <span class="faint">taken over</span>}
      </h3>
      {step.failure && (
        <p>
          <FailureText failure={step.failure} whole />
        </p>
      )}
      {step.output !== undefined && <Tree value={step.output} name="output" />}
      {step.checkpoint !== undefined && <Tree value={step.checkpoint} name="checkpoint" />}
      {step.failure?.details !== undefined && <Tree value={step.failure.details} name="details of the failure" />}
      {step.evidence.map((report, index) => (
        <Tree key={index} value={report.output ?? report.failure} name={`late report of attempt ${report.attempt}`} />
      ))}
      {asked ? (
        <Panel name="Input of the step" of={input} empty={(found) => found.input === undefined && "It has no input."}>
          {(found) => <Tree value={found.input} name="input" />}
        </Panel>
      ) : (
        <p>
          <button type="button" class="quiet" onClick={() => ask(true)}>
            Show the input
          </button>
        </p>
      )}
      <CompareAttempts id={id} step={step} own={own} />
    </div>
  );
}

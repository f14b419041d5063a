import { useContext, useState } from "preact/hooks";
import { call, query, segment } from "../../lib/api";
import { useLoaded } from "../../lib/data";
import { PastContext } from "../../lib/past";
import type { ExecutionStep, History } from "../../lib/types";
import { FailureText } from "../../parts/failure";
import { Panel } from "../../parts/panel";
import { Status } from "../../parts/status";
import { Text } from "../../parts/text";
import { Tree } from "../../parts/tree";

const PART = 1_000;

/** What went forward into a step, not into its probe or its compensation, which only the history knows. Reads it back in parts, when it is asked for. */
async function inputOf(id: string, step: string, asOf: string | undefined, signal: AbortSignal): Promise<{ input: unknown }> {
  let before: number | undefined;
  for (;;) {
    const part = query({ limit: PART, asOf, before });
    const { entries } = await call<History>(`v1/executions/${segment(id)}/history${part}`, { signal });
    const last = entries
      .map((entry) => entry.event)
      .filter((event) => event.step === step && (event.kind === "stepRetried" || event.kind === "stepReady"))
      .filter((event) => (event.purpose ?? "FORWARD") === "FORWARD")
      .filter((event) => event.input !== null && event.input !== undefined)
      .pop();
    const first = entries[0];
    if (last || !first || first.event.kind === "executionStarted") {
      return { input: last ? last.input : first?.event.input };
    }
    before = first.seq;
  }
}

/** Everything that went in and came out of a step. */
export function StepData({ id, step }: { id: string; step: ExecutionStep }) {
  const [asked, ask] = useState(false);
  const asOf = useContext(PastContext)?.asOf;
  const input = useLoaded(asked ? `input ${id} ${asOf ?? ""} ${step.step}` : null, (signal) => inputOf(id, step.step, asOf, signal));
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
    </div>
  );
}

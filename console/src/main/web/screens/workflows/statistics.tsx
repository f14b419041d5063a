import { segment } from "../../lib/api";
import { useApi } from "../../lib/data";
import { to } from "../../lib/route";
import { duration, millis } from "../../lib/time";
import type { Percentiles, Statistics, StepFigures } from "../../lib/types";
import { count, number } from "../../lib/words";
import { usePages } from "../../parts/more";
import { Panel } from "../../parts/panel";
import { Table } from "../../parts/table";
import { Text } from "../../parts/text";
import { Moment } from "../../parts/time";

const CODES_SHOWN = 5;

/** How often each step of a version began, ended and failed, and how long it took: of its newest executions. */
export function StepStatistics({ workflow, version }: { workflow: string; version: number }) {
  const statistics = useApi<Statistics>(`v1/definitions/${segment(workflow)}/${version}/statistics`);
  const { shown, more } = usePages(statistics.data?.steps ?? [], "step");
  return (
    <Panel
      name="Statistics"
      title={version > 0 ? `Steps of version ${version}` : "Steps"}
      of={statistics}
      empty={(data) => data.steps.length === 0 && "No step of an execution of this version has begun."}
      side={
        <button type="button" class="quiet" onClick={statistics.again} disabled={statistics.loading}>
          {statistics.loading ? "Counting …" : "Count again"}
        </button>
      }
    >
      {(data) => (
        <>
          <p class="faint">
            Of the {data.more ? "newest " : ""}
            {count(data.executions, "execution")}
            {data.since && (
              <>
                {" "}
                since <Moment time={data.since} />
              </>
            )}
            , counted from their histories. Items and rounds of a step count each.
          </p>
          <Table
            names={["Step", "#Begun", "#Done", "#Failed", "#Person", "#Attempts", "#Retries", "#Waited", "#An attempt", "#In all", "Failures"]}
          >
            {shown.map((step) => (
              <Row key={step.step} workflow={workflow} step={step} />
            ))}
          </Table>
          {more}
          <p class="faint">
            Durations: the median, then the one that 95 % do not exceed. <i>Waited</i> is for an agent or a limit; <i>in all</i> is from the
            beginning of the step to its end, with all attempts and pauses.
          </p>
        </>
      )}
    </Panel>
  );
}

function Row({ workflow, step }: { workflow: string; step: StepFigures }) {
  return (
    <tr data-step={step.step}>
      <th scope="row">
        <Text value={step.step} max={60} />
      </th>
      <td class="num">{number(step.begun)}</td>
      <td class="num">
        {number(step.completed)}
        {step.skipped > 0 && <span class="faint"> and {number(step.skipped)} skipped</span>}
      </td>
      <td class="num">{some(step.failed)}</td>
      <td class="num">{some(step.escalated)}</td>
      <td class="num">{number(step.attempts)}</td>
      <td class="num">{some(step.retries)}</td>
      <td class="num">
        <Times of={step.waited} />
      </td>
      <td class="num">
        <Times of={step.ran} />
      </td>
      <td class="num">
        <Times of={step.took} />
      </td>
      <td>
        {step.failures.slice(0, CODES_SHOWN).map((each) => (
          <span key={each.code}>
            <a class="label-chip" href={to(["executions"], { workflow, code: each.code })}>
              <Text value={each.code} max={40} /> {number(each.count)}
            </a>{" "}
          </span>
        ))}
        {step.failures.length > CODES_SHOWN && <span class="faint">and {count(step.failures.length - CODES_SHOWN, "other code")}</span>}
      </td>
    </tr>
  );
}

function some(value: number) {
  return value > 0 ? number(value) : <span class="faint">0</span>;
}

function Times({ of }: { of?: Percentiles }) {
  return of ? (
    <span title={`of ${number(of.count)}; 99 %: ${duration(millis(of.p99))}`}>
      {duration(millis(of.p50))} <span class="faint">{duration(millis(of.p95))}</span>
    </span>
  ) : (
    <span class="faint">–</span>
  );
}

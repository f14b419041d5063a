import { ofWorkflow } from "../../lib/changes";
import { useApi } from "../../lib/data";
import type { LastHour as Hour, LastHourMinute } from "../../lib/types";
import { count, number } from "../../lib/words";
import { Panel } from "../../parts/panel";
import { Age } from "../../parts/time";

const MINUTES = 60;
const BAR = 3;
const HEIGHT = 32;

interface Figure {
  name: string;
  tone: string;
  of: (minute: LastHourMinute) => number;
}

const FIGURES: Figure[] = [
  { name: "Started", tone: "run", of: (minute) => minute.started },
  { name: "Completed", tone: "good", of: (minute) => minute.completed },
  { name: "Undone or failed", tone: "undone", of: (minute) => minute.undone + minute.failed },
  { name: "Failed attempts", tone: "bad", of: (minute) => minute.failures },
  { name: "Steps for a person", tone: "person", of: (minute) => minute.escalated },
];

/** The last hour of the server that answers, as small plots of its minutes. */
export function LastHour() {
  const hour = useApi<Hour>("v1/health/last-hour", { when: ofWorkflow(), every: 60_000, pause: 10_000 });
  return (
    <Panel
      name="The last hour"
      title="The last hour"
      of={hour}
      side={
        hour.data && (
          <span class="faint">
            of the server that answers
            {hour.data.minutes.length < MINUTES && (
              <>
                , which has counted for <Age time={hour.data.since} suffix="" />
              </>
            )}
          </span>
        )
      }
    >
      {(data) => (
        <ul class="plots">
          {FIGURES.map((figure) => (
            <Plot key={figure.name} figure={figure} minutes={data.minutes} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Plot({ figure, minutes }: { figure: Figure; minutes: LastHourMinute[] }) {
  const values = minutes.map(figure.of);
  const total = values.reduce((sum, each) => sum + each, 0);
  const most = Math.max(0, ...values);
  const first = MINUTES - values.length;
  return (
    <li data-figure={figure.name} data-total={total}>
      <span class="label">{figure.name}</span>
      <b>{number(total)}</b>
      <svg
        class={"plot tone-" + figure.tone}
        width={MINUTES * BAR}
        height={HEIGHT}
        viewBox={`0 0 ${MINUTES * BAR} ${HEIGHT}`}
        role="img"
        aria-label={`${figure.name}: ${number(total)} in ${count(values.length, "minute")}, ${number(most)} at most in one`}
      >
        <line x1={0} y1={HEIGHT - 0.5} x2={MINUTES * BAR} y2={HEIGHT - 0.5} />
        {values.map((value, index) => {
          const height = value === 0 ? 0 : Math.max(2, (value / most) * (HEIGHT - 2));
          return value > 0 && <rect key={index} x={(first + index) * BAR} y={HEIGHT - height} width={BAR - 1} height={height} />;
        })}
      </svg>
    </li>
  );
}

import { segment } from "../../lib/api";
import { useApi } from "../../lib/data";
import type { ScheduleListItem, ScheduleTimes } from "../../lib/types";
import { short } from "../../lib/words";
import { Panel } from "../../parts/panel";
import { Moment, Until } from "../../parts/time";

/** The time in the zone of the schedule; undefined if the browser does not know the zone. */
function inZone(time: string, zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat(undefined, {
      timeZone: zone,
      weekday: "short",
      day: "numeric",
      month: "short",
      hour: "2-digit",
      minute: "2-digit",
      hour12: false,
      timeZoneName: "short",
    }).format(new Date(time));
  } catch {
    return undefined;
  }
}

/** The next ten times of a schedule. */
export function NextTimes({ schedule }: { schedule: ScheduleListItem }) {
  const times = useApi<ScheduleTimes>(`v1/schedules/${segment(schedule.name)}/times`, { every: 60_000 });
  const zone = schedule.timetable.kind === "byClock" ? schedule.timetable.zone : undefined;
  return (
    <Panel
      name="Next times"
      title={`The next times of ${short(schedule.name, 60)}`}
      of={times}
      empty={(data) => data.times.length === 0 && "It has no further time."}
    >
      {(data) => (
        <>
          {schedule.pause && <p class="notice wait">It is paused. These would be its times if it was resumed now.</p>}
          <ol class="plain" data-times={data.times.length}>
            {data.times.map((time) => (
              <li key={time}>
                <Moment time={time} /> <span class="faint">(<Until time={time} />)</span>
                {zone && <span class="faint"> · {inZone(time, zone) ?? ""}</span>}
              </li>
            ))}
          </ol>
        </>
      )}
    </Panel>
  );
}

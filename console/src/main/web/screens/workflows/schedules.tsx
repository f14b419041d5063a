import { useState } from "preact/hooks";
import { segment } from "../../lib/api";
import type { Loaded } from "../../lib/data";
import { changed, type Route } from "../../lib/route";
import { duration, millis } from "../../lib/time";
import type { ScheduleList, ScheduleListItem, Timetable } from "../../lib/types";
import { short, words } from "../../lib/words";
import { usePages } from "../../parts/more";
import { Panel } from "../../parts/panel";
import { type Decision, OpenDecision } from "../../parts/reason-dialog";
import { Table } from "../../parts/table";
import { Text } from "../../parts/text";
import { Moment, Until } from "../../parts/time";
import { NextTimes } from "./next-times";

function when(timetable: Timetable): string {
  switch (timetable.kind) {
    case "byClock":
      return `${timetable.cron} in ${timetable.zone}`;
    case "every":
      return "every " + duration(millis(timetable.period));
    case "once":
      return "once";
  }
}

/** What pausing or resuming does. Fixed when the dialog opens, so that it does not turn around meanwhile. */
function decision(schedule: ScheduleListItem): Decision {
  const verb = schedule.pause ? "resume" : "pause";
  return {
    title: `${verb} the schedule ${short(schedule.name, 60)}`,
    effect:
      verb === "pause"
        ? "It starts nothing until it is resumed. Executions under way go on."
        : `It starts again at its times. Times that were missed: ${words(schedule.missed)}.`,
    path: `v1/schedules/${segment(schedule.name)}/${verb}`,
  };
}

function deletion(schedule: ScheduleListItem): Decision {
  return {
    title: `delete the schedule ${short(schedule.name, 60)}`,
    effect: "It starts nothing any more, and its definition is gone. Executions that it has started go on.",
    path: `v1/schedules/${segment(schedule.name)}`,
    deletes: schedule.name,
  };
}

interface Props {
  of: Loaded<ScheduleList>;
  /** only those of this workflow */
  workflow?: string;
  may: boolean;
  /** the address names the schedule whose next times are shown */
  route: Route;
}

export function Schedules({ of, workflow, may, route }: Props) {
  const [open, show] = useState<Decision>();
  const schedules = (of.data?.schedules ?? []).filter((each) => workflow === undefined || each.workflow === workflow);
  const { shown, more } = usePages(schedules, "schedule");
  const chosen = schedules.find((each) => each.name === route.query.get("schedule"));
  if (workflow === undefined && of.data && schedules.length === 0) {
    return null;
  }
  return (
    <Panel name="Schedules" title="Schedules" of={of} empty={() => schedules.length === 0 && "No schedule starts this workflow."}>
      {() => (
        <>
          <Table names={["Schedule", "When", "Next", "Last", "State"]}>
            {shown.map((schedule) => (
              <Row
                key={schedule.name}
                schedule={schedule}
                named={workflow === undefined}
                may={may}
                show={show}
                times={changed(route, { schedule: schedule === chosen ? undefined : schedule.name })}
                chosen={schedule === chosen}
              />
            ))}
          </Table>
          {more}
          {chosen && <NextTimes key={chosen.name} schedule={chosen} />}
          <OpenDecision decision={open} show={show} done={of.again} />
        </>
      )}
    </Panel>
  );
}

interface RowProps {
  schedule: ScheduleListItem;
  named: boolean;
  may: boolean;
  show: (decision: Decision) => void;
  /** the address that shows its next times, or hides them */
  times: string;
  chosen: boolean;
}

function Row({ schedule, named, may, show, times, chosen }: RowProps) {
  const refusal = may ? undefined : "Needs the role operator";
  return (
    <tr class={chosen ? "is-chosen" : ""}>
      <th scope="row">
        <Text value={schedule.name} max={50} />
        {named && (
          <span class="faint">
            {" "}
            <Text value={schedule.workflow} max={40} />
          </span>
        )}
      </th>
      <td>
        {when(schedule.timetable)}{" "}
        <span class="faint">
          missed: {words(schedule.missed)}; while one runs: {words(schedule.whileRunning)}
        </span>
      </td>
      <td>
        {schedule.next ? (
          <>
            <Moment time={schedule.next} /> <span class="faint">(<Until time={schedule.next} />)</span>
          </>
        ) : (
          <span class="faint">none</span>
        )}{" "}
        <a href={times} aria-label={`${chosen ? "Hide the next" : "Next"} times of ${short(schedule.name, 60)}`}>
          {chosen ? "Hide" : "Next ten"}
        </a>
      </td>
      <td>{schedule.lastStarted ? <Moment time={schedule.lastStarted} /> : <span class="faint">never</span>}</td>
      <td class="wide">
        {schedule.pause && (
          <p>
            Paused by <b><Text value={schedule.pause.actor} /></b> since <Moment time={schedule.pause.since} />:{" "}
            <q><Text value={schedule.pause.reason} /></q>
          </p>
        )}
        {schedule.error && (
          <p class="bad-text">
            <Text value={schedule.error} max={240} />
          </p>
        )}
        <button type="button" disabled={!may} title={refusal} onClick={() => show(decision(schedule))}>
          {schedule.pause ? "Resume" : "Pause"}
        </button>{" "}
        <button type="button" class="danger" disabled={!may} title={refusal} onClick={() => show(deletion(schedule))}>
          Delete
        </button>
      </td>
    </tr>
  );
}

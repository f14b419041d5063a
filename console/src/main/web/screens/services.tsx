import { useState } from "preact/hooks";
import { segment } from "../lib/api";
import { type Loaded, useApi } from "../lib/data";
import { changed, go, type Route } from "../lib/route";
import { duration, millis } from "../lib/time";
import type { ChangeList, Health, ServiceIncidentList, Services, ServicesService, SuspectList } from "../lib/types";
import { count, number, short, words } from "../lib/words";
import { usePages } from "../parts/more";
import { Heading } from "../parts/page";
import { Panel } from "../parts/panel";
import { type Decision, OpenDecision } from "../parts/reason-dialog";
import { ExecutionLink, Status } from "../parts/status";
import { usePointing, useStill } from "../parts/still";
import { Table } from "../parts/table";
import { Text } from "../parts/text";
import { Age, Moment, Until } from "../parts/time";
import type { ScreenProps } from "./screen";

const OFTEN_MS = 3_000;
const ORDER = ["OPEN", "HALF_OPEN", "RAMPING", "PAUSED", "CLOSED"];

function sorted(services: ServicesService[]): ServicesService[] {
  return [...services].sort(
    (one, other) =>
      ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || other.queued - one.queued || one.action.localeCompare(other.action),
  );
}

/** Actions and their agents, as the server that answers sees them. Rows keep their places while a reader points at them. */
export function ServicesScreen({ route, session }: ScreenProps) {
  const services = useApi<Services>("v1/services", { every: OFTEN_MS });
  const health = useApi<Health>("v1/health", { every: OFTEN_MS });
  const suspects = useApi<SuspectList>("v1/services/suspects", { every: 10_000 });
  const incidents = useApi<ServiceIncidentList>("v1/services/incidents", { every: 10_000 });
  const { held, part } = usePointing();
  const all = useStill(sorted(services.data?.services ?? []), (service) => service.action, held);
  const { shown, more } = usePages(all, "service");
  const bad = all.filter((each) => each.state !== "CLOSED").length;
  const wanted = route.query.get("action");
  const chosen = all.find((each) => each.action === wanted);
  return (
    <main id="main" data-screen="services">
      <header class="page-head">
        <Heading name="Services">{bad ? `${count(bad, "service")} not in order` : "Services"}</Heading>
        <p class="lead faint">As the server sees them that answers.</p>
      </header>
      <Panel
        name="Services"
        of={services}
        empty={(data) =>
          data.services.length === 0 && (
            <>
              <p class="calm">No agent offers an action.</p>
              <p>Start one: its actions come here.</p>
            </>
          )
        }
      >
        {() => (
          <div {...part}>
            <Table names={["Action", "State", "#Agents", "#Under way", "#Queued", "#Oldest", "#Failing", "Why"]}>
              {shown.map((service) => (
                <ServiceRow key={service.action} service={service} route={route} chosen={service === chosen} />
              ))}
            </Table>
            {more}
          </div>
        )}
      </Panel>
      {chosen && (
        <Chosen
          key={chosen.action}
          service={chosen}
          may={session.may("operator")}
          again={services.again}
          close={() => go(changed(route, { action: undefined }))}
        />
      )}
      <Agents of={health} />
      <Panel
        name="Slow attempts"
        title="Attempts that take unusually long"
        of={suspects}
        empty={(data) => data.suspects.length === 0 && "None."}
      >
        {(data) => (
          <ul class="plain">
            {data.suspects.slice(0, 50).map((each) => (
              <li key={each.execution + each.step + each.attempt}>
                <ExecutionLink id={each.execution}>{each.execution.slice(0, 13)}</ExecutionLink> <Text value={each.step} max={60} /> ·{" "}
                <code>{short(each.action, 60)}</code> at <Text value={each.agent} max={40} />: runs for {duration(millis(each.running))},
                expected {duration(millis(each.expected))}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel
        name="Incidents of services"
        title="When services failed for all"
        of={incidents}
        empty={(data) => data.incidents.length === 0 && "No service has failed for all since this server started."}
      >
        {(data) => (
          <ul class="plain">
            {data.incidents
              .slice(-50)
              .reverse()
              .map((each, index) => (
                <li key={index}>
                  <Moment time={each.openedAt} /> <code>{short(each.action, 60)}</code>: <Text value={each.reason} max={200} />
                  {each.closedAt ? (
                    <span class="faint"> over after {duration(Date.parse(each.closedAt) - Date.parse(each.openedAt))}</span>
                  ) : (
                    <b> not over</b>
                  )}
                </li>
              ))}
          </ul>
        )}
      </Panel>
    </main>
  );
}

function ServiceRow({ service, route, chosen }: { service: ServicesService; route: Route; chosen: boolean }) {
  return (
    <tr class={chosen ? "is-chosen" : ""}>
      <th scope="row">
        <a href={changed(route, { action: chosen ? undefined : service.action })}>
          <Text value={service.action} max={60} />
        </a>
      </th>
      <td>
        <Status value={service.state} />
        {service.since && service.state !== "CLOSED" && (
          <span class="faint">
            {" "}
            <Age time={service.since} suffix="" />
          </span>
        )}
      </td>
      <td class={"num" + (service.agents === 0 ? " bad-text" : "")}>{number(service.agents)}</td>
      <td class="num">
        {number(service.underWay)}
        {service.limit !== undefined && <span class="faint"> of {number(service.limit)}</span>}
      </td>
      <td class="num">
        {number(service.queued)}
        {service.limited > 0 && <span class="faint"> ({number(service.limited)} limited)</span>}
      </td>
      <td class="num">{service.queued > 0 ? duration(millis(service.waiting)) : ""}</td>
      <td class="num">{service.failurePercent} %</td>
      <td class="wide">
        {service.actor && (
          <>
            by <b><Text value={service.actor} max={40} /></b>:{" "}
          </>
        )}
        {service.reason && <Text value={service.reason} max={160} />}
        {service.next && (
          <span class="faint">
            {" "}
            tried again <Until time={service.next} />
          </span>
        )}
      </td>
    </tr>
  );
}

/** What pausing or resuming does. Fixed when the dialog opens, so that it does not turn around meanwhile. */
function decision(service: ServicesService): Decision {
  const verb = service.state === "PAUSED" ? "resume" : "pause";
  const waiting = count(service.queued, "step waits", "steps wait");
  return {
    title: `${verb} ${short(service.action, 60)}`,
    effect:
      verb === "resume"
        ? `Attempts begin again, a few at first: ${waiting} for it now.`
        : `No execution calls it until it is resumed: ${waiting} now. ${count(service.underWay, "attempt")} under way go on. Waiting uses up no attempts.`,
    path: `v1/services/${segment(service.action)}/${verb}`,
  };
}

interface ChosenProps {
  service: ServicesService;
  may: boolean;
  again: () => void;
  close: () => void;
}

function Chosen({ service, may, again, close }: ChosenProps) {
  const [open, show] = useState<Decision>();
  const paused = service.state === "PAUSED";
  const changes = useApi<ChangeList>(`v1/services/${segment(service.action)}/changes`, { every: 10_000 });
  return (
    <Panel
      name="Service"
      title={<code><Text value={service.action} max={80} /></code>}
      of={changes}
      side={
        <span class="row">
          <button
            type="button"
            class={paused ? "primary" : ""}
            disabled={!may}
            title={may ? undefined : "Needs the role operator"}
            onClick={() => show(decision(service))}
          >
            {paused ? "Resume" : "Pause for all"}
          </button>
          <button type="button" class="quiet" onClick={close}>
            Close
          </button>
        </span>
      }
    >
      {(data) => (
        <>
          <p>
            {count(service.queued, "step waits", "steps wait")} for it, {count(service.underWay, "attempt is", "attempts are")} under way,{" "}
            {count(service.retries, "of the waiting is a retry", "of the waiting are retries")}.
          </p>
          {data.changes.length === 0 ? (
            <p class="faint">No person has paused it.</p>
          ) : (
            <ul class="plain">
              {data.changes.slice(0, 20).map((each, index) => (
                <li key={index}>
                  <Moment time={each.at} /> {words(each.change)} by <b><Text value={each.actor} max={60} /></b>:{" "}
                  <q><Text value={each.reason} max={300} /></q>
                </li>
              ))}
            </ul>
          )}
          <OpenDecision
            decision={open}
            show={show}
            done={() => {
              again();
              changes.again();
            }}
          />
        </>
      )}
    </Panel>
  );
}

function Agents({ of }: { of: Loaded<Health> }) {
  const { shown, more } = usePages(of.data?.agents ?? [], "agent");
  return (
    <Panel name="Agents" title="Agents" of={of} empty={(data) => data.agents.length === 0 && "No agent is connected to this server."}>
      {() => (
        <>
          <Table names={["Agent", "Health", "#Busy", "Last sign of life", "Since", "Actions"]}>
            {shown.map((agent) => (
              <tr key={agent.reference}>
                <th scope="row">
                  <Text value={agent.name} max={60} />
                </th>
                <td>{words(agent.health)}</td>
                <td class="num">
                  {number(agent.busy)} <span class="faint">of {number(agent.slots)}</span>
                </td>
                <td>
                  <Age time={agent.heardAt} />
                </td>
                <td>
                  <Moment time={agent.registeredAt} />
                </td>
                <td class="wide">
                  {agent.actions.slice(0, 6).map((action) => (
                    <code key={action}>
                      <Text value={action} max={40} />{" "}
                    </code>
                  ))}
                  {agent.actions.length > 6 && <span class="faint">+{agent.actions.length - 6}</span>}
                </td>
              </tr>
            ))}
          </Table>
          {more}
        </>
      )}
    </Panel>
  );
}

import { useEffect, useRef, useState } from "preact/hooks";
import { useApi } from "../lib/data";
import { duration, millis } from "../lib/time";
import type { Health, NodeList, NodeListNode } from "../lib/types";
import { count, number } from "../lib/words";
import { Facts, Heading } from "../parts/page";
import { Panel } from "../parts/panel";
import { ExecutionLink } from "../parts/status";
import { Table } from "../parts/table";
import { Text } from "../parts/text";
import { Age, Moment } from "../parts/time";
import type { ScreenProps } from "./screen";

const OFTEN_MS = 2_000;
const SHARDS = 256;
const INCIDENTS_SHOWN = 100;

interface Rates {
  commits: number;
  transitions: number;
  commitMillis: number;
}

/** What happened between two answers, per second. */
function useRates(health: Health | undefined, at: number): Rates | undefined {
  const before = useRef<{ health: Health; at: number }>();
  const [rates, become] = useState<Rates>();
  useEffect(() => {
    const was = before.current;
    if (health && was && at > was.at && health.commits >= was.health.commits) {
      const seconds = (at - was.at) / 1_000;
      const commits = health.commits - was.health.commits;
      become({
        commits: commits / seconds,
        transitions: (health.transitions - was.health.transitions) / seconds,
        commitMillis: commits > 0 ? (millis(health.commitTime) - millis(was.health.commitTime)) / commits : 0,
      });
    }
    if (health) {
      before.current = { health, at };
    }
  }, [health, at]);
  return rates;
}

function bytes(size: number): string {
  if (size < 1 << 20) {
    return number(Math.round(size / 1_024)) + " KiB";
  }
  return size < 1 << 30 ? number(Math.round(size / (1 << 20))) + " MiB" : (size / (1 << 30)).toFixed(1) + " GiB";
}

/** The engines on the store, and the one that answers. */
export function NodesScreen(_props: ScreenProps) {
  const nodes = useApi<NodeList>("v1/nodes", { every: OFTEN_MS });
  const health = useApi<Health>("v1/health", { every: OFTEN_MS });
  const rates = useRates(health.data, health.at);
  const incidents = health.data?.incidents ?? [];
  return (
    <main id="main" data-screen="nodes">
      <header class="page-head">
        <Heading name="Nodes">{incidents.length ? count(incidents.length, "incident") : "Nodes"}</Heading>
      </header>
      <Panel name="Nodes" of={nodes} empty={(data) => data.nodes.length === 0 && "No engine is registered on this store."}>
        {(data) => (
          <Table names={["Node", "Shards", "#In flight", "#Late by", "Oldest due", "Renewed", "Since", "Release"]}>
            {data.nodes.map((node) => (
              <NodeRow key={node.name + node.incarnation} node={node} />
            ))}
          </Table>
        )}
      </Panel>
      <Panel
        name="Incidents"
        title="Incidents"
        of={health}
        empty={(data) => data.incidents.length === 0 && "The auditor has found no broken rule."}
      >
        {(data) => (
          <ul class="plain">
            {data.incidents.slice(0, INCIDENTS_SHOWN).map((each, index) => (
              <li key={index} class="bad-text">
                <Moment time={each.noticedAt} /> <code>{each.rule}</code>: <Text value={each.problem} max={300} />{" "}
                {each.execution && <ExecutionLink id={each.execution} />}
                {each.schedule && <Text value={each.schedule} />}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel name="The engine that answers" title="The engine that answers" of={health}>
        {(data) => <Engine health={data} rates={rates} />}
      </Panel>
    </main>
  );
}

function NodeRow({ node }: { node: NodeListNode }) {
  return (
    <tr>
      <th scope="row">
        <Text value={node.name} max={60} />
      </th>
      <td>
        <meter min={0} max={SHARDS} value={node.shards} aria-label="Shards">
          {node.shards}
        </meter>{" "}
        {number(node.shards)}
        {!node.owns && <span class="faint"> takes none</span>}
      </td>
      <td class="num">{node.inFlight === undefined ? "" : number(node.inFlight)}</td>
      <td class="num">{node.lag === undefined ? "" : duration(millis(node.lag))}</td>
      <td>{node.oldestDue ? <Age time={node.oldestDue} /> : <span class="faint">none</span>}</td>
      <td>{node.renewed ? <Age time={node.renewed} /> : <span class="faint">owns the store alone</span>}</td>
      <td>
        <Moment time={node.since} />
      </td>
      <td>{node.version ?? ""}</td>
    </tr>
  );
}

function Engine({ health, rates }: { health: Health; rates?: Rates }) {
  const perSecond = (rate: number | undefined, all: number) => (
    <>
      {rate === undefined ? "…" : <b>{number(Math.round(rate))} a second</b>} <span class="faint">{number(all)} in all</span>
    </>
  );
  const suspects = health.agents.filter((agent) => agent.health === "SUSPECT").length;
  return (
    <div class="figures">
      <Facts
        of={[
          ["Commits", perSecond(rates?.commits, health.commits)],
          ["Transitions", perSecond(rates?.transitions, health.transitions)],
          ["A commit takes", rates && rates.commits > 0 ? duration(rates.commitMillis) : "…"],
          ["In memory", `${count(health.active, "execution")}, ${number(health.swappedOut)} swapped out`],
          [
            "Memory for executions",
            <>
              <meter min={0} max={health.heldBytesMax || 1} value={health.heldBytes} aria-label="Memory for executions">
                {health.heldBytes}
              </meter>{" "}
              {bytes(health.heldBytes)} of {bytes(health.heldBytesMax)}
            </>,
          ],
          ["Quarantined", health.quarantined > 0 ? <b class="bad-text">{number(health.quarantined)}</b> : "none"],
        ]}
      />
      <Facts
        of={[
          ["Supervisor late by", duration(millis(health.supervisor.lag))],
          ["Deadlines", number(health.supervisor.deadlines)],
          ["Stalls", number(health.supervisor.stalls)],
          [
            "Auditor",
            `${count(health.audit.executions, "execution")} in ${count(health.audit.passes, "pass", "passes")}, ${count(health.audit.incidents, "incident")}`,
          ],
          [
            "Status messages",
            `${number(health.courier.delivered)} delivered, ${number(health.courier.failed)} tries failed, ${number(health.courier.givenUp)} given up`,
          ],
          ["Agents", health.agents.length ? `${health.agents.length}, ${count(suspects, "suspect")}` : "none"],
          [
            "Clock",
            health.clockJump && (
              <>
                jumped from <Moment time={health.clockJump.from} /> to <Moment time={health.clockJump.to} />
              </>
            ),
          ],
        ]}
      />
    </div>
  );
}

import { call } from "../../lib/api";
import { ofWorkflow } from "../../lib/changes";
import { OTHER_NODES_MS, useLoaded } from "../../lib/data";
import { changed, type Route, to } from "../../lib/route";
import { duration } from "../../lib/time";
import type { ExecutionListItem, Page } from "../../lib/types";
import { count, short, shortId } from "../../lib/words";
import { Heading } from "../../parts/page";
import { Panel } from "../../parts/panel";
import { Status } from "../../parts/status";
import { usePointing } from "../../parts/still";
import { Table } from "../../parts/table";
import { Text } from "../../parts/text";
import { Age, Moment } from "../../parts/time";
import type { ScreenProps } from "../screen";
import { byKey, filterOf, listPath } from "./filter";
import { Labels } from "./labels";
import { Search } from "./search";

/** Executions, the newest first. The list stands still while a reader points at it. */
export function ExecutionsScreen({ route }: ScreenProps) {
  const filter = filterOf(route);
  const cursor = route.query.get("cursor") ?? undefined;
  const path = listPath(filter, cursor);
  const { held, part } = usePointing();
  const list = useLoaded<Page>(
    filter.key ? "key " + filter.key + path : path,
    (signal) => (filter.key ? byKey(filter, signal) : call<Page>(path, { signal })),
    { when: ofWorkflow(filter.workflow), every: OTHER_NODES_MS, held },
  );
  const filtered = Object.values(filter).some((each) => each.length > 0);
  return (
    <main id="main" data-screen="executions">
      <header class="page-head">
        <Heading name="Executions">Executions</Heading>
      </header>
      <Search filter={filter} />
      <div {...part}>
        <Panel
          name="List of executions"
          of={list}
          empty={(page) => page.executions.length === 0 && <Nothing next={page.next} filtered={filtered} route={route} />}
        >
          {(page) => <List items={page.executions} route={route} />}
        </Panel>
      </div>
      <nav class="pager row" aria-label="Pages">
        {cursor && <a href={changed(route, { cursor: undefined })}>← Newest</a>}
        {list.data && (
          <span class="faint">
            {count(list.data.executions.length, "execution")}, newest first{held && ", held while you look"}
          </span>
        )}
        {list.data?.next && (
          <a href={changed(route, { cursor: list.data.next })} rel="next">
            Older →
          </a>
        )}
      </nav>
    </main>
  );
}

function Nothing({ next, filtered, route }: { next?: string; filtered: boolean; route: Route }) {
  if (next) {
    return (
      <>
        <p>None of the last 1,000 executions matches.</p>
        <p>
          <a href={changed(route, { cursor: next })}>Search older ones</a>
        </p>
      </>
    );
  }
  return (
    <>
      <p class="calm">{filtered ? "No execution matches all conditions." : "No execution was started yet."}</p>
      <p>{filtered ? <a href={to(["executions"])}>Show all</a> : <a href={to(["workflows"])}>Start one of a workflow</a>}</p>
    </>
  );
}

function List({ items, route }: { items: ExecutionListItem[]; route: Route }) {
  const narrowed = (query: Record<string, string>) => changed(route, { ...query, cursor: undefined });
  return (
    <Table names={["Execution", "Status", "Workflow", "Started", "Took", "Failure", "Compare"]}>
      {items.map((item, place) => (
        // by its place: with many changes most rows are new each second, and a browser changes them faster than it makes them
        <tr key={place} data-id={item.id}>
          <th scope="row">
            <a href={to(["execution", item.id])}>
              <Text value={item.key ?? shortId(item.id)} max={48} />
            </a>
            <Labels labels={item.labels} route={route} />
          </th>
          <td>
            <a class="bare" href={narrowed({ status: item.status })}>
              <Status value={item.status} />
            </a>
          </td>
          <td>
            <a class="bare" href={narrowed({ workflow: item.workflow })}>
              <Text value={item.action ?? item.workflow} max={40} />
            </a>
            <span class="faint"> {item.action ? "job" : "v" + item.version}</span>
          </td>
          <td>
            <Moment time={item.startedAt} />
          </td>
          <td>
            {item.endedAt ? duration(Date.parse(item.endedAt) - Date.parse(item.startedAt)) : <Age time={item.startedAt} suffix="" />}
          </td>
          <td class="wide">{item.error && <ErrorText error={item.error} route={route} />}</td>
          <td>
            <a class="bare" href={to(["compare"], { a: item.id })} aria-label={"Compare " + short(item.key ?? shortId(item.id), 48)}>
              Compare
            </a>
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** A problem in one line, whose code finds the others with it. */
function ErrorText({ error, route }: { error: string; route: Route }) {
  const colon = error.indexOf(": ");
  if (colon < 1) {
    return <Text value={error} />;
  }
  const code = error.slice(0, colon);
  return (
    <>
      <a class="bare" href={changed(route, { code, cursor: undefined })}>
        <code>{short(code, 40)}</code>
      </a>{" "}
      <Text value={error.slice(colon + 2)} max={120} />
    </>
  );
}

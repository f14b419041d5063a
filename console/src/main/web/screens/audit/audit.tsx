import { useEffect, useState } from "preact/hooks";
import { useApi } from "../../lib/data";
import { changed, type Route, to } from "../../lib/route";
import type { RecordedCall, RecordPage } from "../../lib/types";
import { count, short, words } from "../../lib/words";
import { Heading } from "../../parts/page";
import { Panel } from "../../parts/panel";
import { Status } from "../../parts/status";
import { Table } from "../../parts/table";
import { LongText, Text } from "../../parts/text";
import { Moment } from "../../parts/time";
import type { ScreenProps } from "../screen";
import { Export } from "./export";
import { filterOf, recordPath } from "./filter";
import { Search } from "./search";

const OFTEN_MS = 30_000;

/** Who did what, and who tried to, the newest first. The list stands still while a reader points at it. */
export function AuditScreen({ route, session }: ScreenProps) {
  const filter = filterOf(route);
  const cursor = route.query.get("cursor") ?? undefined;
  const [pointed, point] = useState(false);
  const [focused, focus] = useState(false);
  const everywhere = session.self?.roles["*"]?.includes("admin") ?? false;
  const allowed = filter.everywhere === "true" ? everywhere : session.may("admin");
  // a refused question is recorded, so nothing is asked that would be refused
  const [refused, refuse] = useState(false);
  const held = pointed || focused || refused;
  const record = useApi<RecordPage>(allowed ? recordPath(filter, cursor) : null, { every: OFTEN_MS, held });
  useEffect(() => refuse(record.problem?.reason === "forbidden"), [record.problem]);
  const filtered = Object.values(filter).some((each) => each !== "");
  return (
    <main id="main" data-screen="audit">
      <header class="page-head">
        <div class="row">
          <Heading name="Audit">Audit</Heading>
          <span class="spread">{record.data && <Export key={recordPath(filter)} filter={filter} />}</span>
        </div>
        <p class="lead faint">Who did what, and who was refused, at the server that answers.</p>
      </header>
      <Search filter={filter} everywhere={everywhere} />
      {!allowed && <NotAllowed known={session.self !== undefined} all={filter.everywhere === "true"} />}
      <div onPointerEnter={() => point(true)} onPointerLeave={() => point(false)} onFocusIn={() => focus(true)} onFocusOut={() => focus(false)}>
        {allowed && (
          <Panel
            name="Record"
            of={record}
            empty={(page) => page.calls.length === 0 && <Nothing page={page} filtered={filtered} route={route} />}
          >
            {(page) => <List calls={page.calls} route={route} namespaces={filter.everywhere === "true"} />}
          </Panel>
        )}
      </div>
      <nav class="pager row" aria-label="Pages">
        {cursor && <a href={changed(route, { cursor: undefined })}>← Newest</a>}
        {record.data && <span class="faint">{count(record.data.calls.length, "call")}, newest first</span>}
        {record.data?.next && (
          <a href={changed(route, { cursor: record.data.next })} rel="next">
            Older →
          </a>
        )}
      </nav>
    </main>
  );
}

/** known: whether the server has said which roles the reader has; all: whether all namespaces are wanted */
function NotAllowed({ known, all }: { known: boolean; all: boolean }) {
  if (!known) {
    return <p class="faint">The record is read once the server has said which roles you have.</p>;
  }
  return (
    <div class="notice bad" role="alert" data-state="forbidden">
      <p>
        <strong>Your roles do not allow this.</strong>{" "}
        {all ? "The record of all namespaces needs the role admin in all of them." : "The record needs the role admin in this namespace."}
      </p>
    </div>
  );
}

function Nothing({ page, filtered, route }: { page: RecordPage; filtered: boolean; route: Route }) {
  if (page.next) {
    return (
      <>
        <p>No call {page.back && <>back to <Moment time={page.back} /> </>}matches.</p>
        <p>
          <a href={changed(route, { cursor: page.next })}>Search older ones</a>
        </p>
      </>
    );
  }
  return (
    <>
      <p class="calm">{filtered ? "No call matches all conditions." : "Nothing was changed or refused yet."}</p>
      {filtered && (
        <p>
          <a href={to(["audit"])}>Show all</a>
        </p>
      )}
    </>
  );
}

function List({ calls, route, namespaces }: { calls: RecordedCall[]; route: Route; namespaces: boolean }) {
  const narrowed = (query: Record<string, string>) => changed(route, { ...query, cursor: undefined });
  return (
    <Table names={["Time", "Who", "Verb", ...(namespaces ? ["Namespace"] : []), "About", "Reason", "Outcome"]}>
      {calls.map((each, index) => (
        <tr key={index}>
          <th scope="row">
            <Moment time={each.at} />
          </th>
          <td>
            <a class="bare" href={narrowed({ who: each.who })}>
              <Text value={each.who} max={40} />
            </a>
            {each.origin && (
              <span class="faint">
                {" "}
                <Text value={each.origin} max={45} />
              </span>
            )}
          </td>
          <td>
            <a class="bare" href={narrowed({ operation: each.operation })}>
              {short(words(each.operation), 40)}
            </a>
          </td>
          {namespaces && (
            <td>
              <Text value={each.namespace} max={40} />
            </td>
          )}
          <td class="wide">
            <About call={each} route={route} namespaces={namespaces} />
          </td>
          <td class="wide">{each.reason && <LongText value={each.reason} max={160} />}</td>
          <td>
            <Status value={each.outcome} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Stand for no namespace: calls about all of them, and those without a valid key. */
const NONE = ["*", "(unknown)"];

/** What a call is about: with the way to the execution, and to all other calls about it. */
function About({ call, route, namespaces }: { call: RecordedCall; route: Route; namespaces: boolean }) {
  const text = <Text value={call.subject ?? ""} max={100} />;
  if (!call.execution) {
    return text;
  }
  const elsewhere = namespaces && !NONE.includes(call.namespace) ? { ns: call.namespace } : {};
  return (
    <>
      <a href={to(["execution", call.execution], elsewhere)}>{text}</a>{" "}
      <a
        class="label-chip"
        href={changed(route, { about: call.execution, cursor: undefined })}
        aria-label={"All calls about " + call.execution}
      >
        all calls
      </a>
    </>
  );
}

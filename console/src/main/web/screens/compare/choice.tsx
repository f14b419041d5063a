import { useId, useState } from "preact/hooks";
import { call, query, segment } from "../../lib/api";
import { useLoaded } from "../../lib/data";
import { go, to } from "../../lib/route";
import type { Execution, Page } from "../../lib/types";
import { shortId } from "../../lib/words";
import { Panel } from "../../parts/panel";
import { ExecutionLink, Status } from "../../parts/status";
import { Table } from "../../parts/table";
import { Text } from "../../parts/text";
import { Moment } from "../../parts/time";

const OFFERED = 20;

interface Offer {
  first?: Execution;
  others: Page["executions"];
}

/** The first execution, and the newest others of its workflow. */
async function offer(id: string, signal: AbortSignal): Promise<Offer> {
  const first = id ? await call<Execution>("v1/executions/" + segment(id), { signal }) : undefined;
  const page = await call<Page>("v1/executions" + query({ workflow: first?.workflow, limit: OFFERED + 1 }), { signal });
  return { first, others: page.executions.filter((each) => each.id !== id).slice(0, OFFERED) };
}

/** Which execution to compare the first one with. */
export function Choice({ first }: { first: string }) {
  const [wanted, want] = useState("");
  const field = useId();
  const offered = useLoaded<Offer>("offer " + first, (signal) => offer(first, signal));
  const address = (id: string) => to(["compare"], first ? { a: first, b: id } : { a: id });
  const submit = (event: Event) => {
    event.preventDefault();
    if (wanted.trim()) {
      go(address(wanted.trim()));
    }
  };
  return (
    <>
      <form class="row" onSubmit={submit}>
        <div class="field">
          <label for={field}>{first ? "Id of the second execution" : "Id of the first execution"}</label>
          <input id={field} value={wanted} onInput={(event) => want(event.currentTarget.value)} spellcheck={false} />
        </div>
        <button type="submit">{first ? "Compare" : "Choose"}</button>
      </form>
      <Panel
        name="Executions to choose from"
        of={offered}
        empty={({ others }) => others.length === 0 && "There is no other execution of this workflow."}
      >
        {({ first: one, others }) => (
          <>
            <p>
              {one ? (
                <>
                  Compare <ExecutionLink id={one.id}><Text value={one.key ?? shortId(one.id)} max={48} /></ExecutionLink> with one of the newest of
                  its workflow:
                </>
              ) : (
                "The first one of the newest executions:"
              )}
            </p>
            <Table names={["Execution", "Status", "Version", "Started"]}>
              {others.map((each) => (
                <tr key={each.id} data-id={each.id}>
                  <th scope="row">
                    <a href={address(each.id)}>
                      <Text value={each.key ?? shortId(each.id)} max={48} />
                    </a>
                  </th>
                  <td>
                    <Status value={each.status} />
                  </td>
                  <td>{each.version}</td>
                  <td>
                    <Moment time={each.startedAt} />
                  </td>
                </tr>
              ))}
            </Table>
          </>
        )}
      </Panel>
    </>
  );
}

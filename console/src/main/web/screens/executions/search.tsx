import { useEffect, useId, useState } from "preact/hooks";
import { useApi } from "../../lib/data";
import { go, to } from "../../lib/route";
import type { Definitions } from "../../lib/types";
import { statusWords } from "../../parts/status";
import { Text } from "../../parts/text";
import { type Filter, STATUSES } from "./filter";

/** The conditions as a form. Statuses act at once, fields with the button. */
export function Search({ filter }: { filter: Filter }) {
  const [draft, setDraft] = useState(filter);
  const [label, setLabel] = useState("");
  const definitions = useApi<Definitions>("v1/definitions");
  const id = useId();
  const workflows = [...new Set(definitions.data?.definitions.map((each) => each.workflow) ?? [])].sort();
  useEffect(() => setDraft(filter), [JSON.stringify(filter)]);

  const search = (wanted: Filter) => go(to(["executions"], { ...wanted, cursor: undefined }));
  const change = (part: Partial<Filter>) => setDraft({ ...draft, ...part });
  const submit = (event: Event) => {
    event.preventDefault();
    const labels = label.includes("=") ? [...draft.label, label] : draft.label;
    search({ ...draft, label: [...new Set(labels)] });
  };
  const field = (name: "workflow" | "key" | "code" | "from" | "before", title: string, more: object = {}) => (
    <div class="field">
      <label for={id + name}>{title}</label>
      <input id={id + name} value={draft[name]} onInput={(event) => change({ [name]: event.currentTarget.value })} {...more} />
    </div>
  );

  return (
    <form class="filters" onSubmit={submit} role="search" aria-label="Conditions, which all must hold">
      <fieldset class="statuses">
        <legend class="sr">Status: any of these</legend>
        {STATUSES.map((status) => {
          const on = filter.status.includes(status);
          return (
            <label key={status} class={"toggle-chip" + (on ? " on" : "")}>
              <input
                type="checkbox"
                class="sr"
                checked={on}
                onChange={(event) =>
                  search({
                    ...draft,
                    status: event.currentTarget.checked ? [...filter.status, status] : filter.status.filter((each) => each !== status),
                  })
                }
              />
              {statusWords(status)}
            </label>
          );
        })}
      </fieldset>
      <div class="fields">
        {field("workflow", "Workflow", { list: id + "list" })}
        <datalist id={id + "list"}>
          {workflows.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        {field("key", "Key", { placeholder: "order-4711" })}
        {field("code", "Failure code")}
        <div class="field">
          <label for={id + "label"}>Label</label>
          <input
            id={id + "label"}
            value={label}
            placeholder="name=value"
            pattern=".+=.*"
            onInput={(event) => setLabel(event.currentTarget.value)}
          />
        </div>
        {field("from", "Started from", { type: "datetime-local" })}
        {field("before", "Started before", { type: "datetime-local" })}
        <button type="submit" class="primary">
          Search
        </button>
      </div>
      {filter.label.length > 0 && (
        <p class="labels">
          {filter.label.map((each) => (
            <button
              key={each}
              type="button"
              class="label-chip"
              onClick={() => search({ ...filter, label: filter.label.filter((other) => other !== each) })}
            >
              <Text value={each} max={60} /> <span aria-hidden="true">×</span>
              <span class="sr">: remove this condition</span>
            </button>
          ))}
        </p>
      )}
    </form>
  );
}

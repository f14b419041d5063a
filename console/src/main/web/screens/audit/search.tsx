import { useEffect, useId, useState } from "preact/hooks";
import { go, to } from "../../lib/route";
import { words } from "../../lib/words";
import { type Filter, READS, VERBS } from "./filter";

/** The conditions as a form. */
export function Search({ filter, everywhere }: { filter: Filter; everywhere: boolean }) {
  const [draft, setDraft] = useState(filter);
  const id = useId();
  useEffect(() => setDraft(filter), [JSON.stringify(filter)]);

  const other = draft.operation !== "" && ![...VERBS, ...READS].includes(draft.operation);
  const change = (part: Partial<Filter>) => setDraft({ ...draft, ...part });
  const submit = (event: Event) => {
    event.preventDefault();
    go(to(["audit"], { ...draft, about: draft.about.trim() }));
  };
  const field = (name: "who" | "about" | "workflow" | "from" | "before", title: string, more: object = {}) => (
    <div class="field">
      <label for={id + name}>{title}</label>
      <input id={id + name} value={draft[name]} onInput={(event) => change({ [name]: event.currentTarget.value })} {...more} />
    </div>
  );
  const verb = (each: string) => (
    <option key={each} value={each}>
      {words(each)}
    </option>
  );
  const toggle = (name: "refused" | "everywhere", title: string) => (
    <label class={"toggle-chip" + (draft[name] ? " on" : "")}>
      <input
        type="checkbox"
        class="sr"
        checked={draft[name] === "true"}
        onChange={(event) => go(to(["audit"], { ...draft, [name]: event.currentTarget.checked ? "true" : "" }))}
      />
      {title}
    </label>
  );

  return (
    <form class="filters" onSubmit={submit} role="search" aria-label="Conditions, which all must hold">
      <div class="statuses">
        {toggle("refused", "Only what had no effect")}
        {(everywhere || draft.everywhere) && toggle("everywhere", "All namespaces")}
      </div>
      <div class="fields">
        {field("who", "Who")}
        <div class="field">
          <label for={id + "verb"}>Verb</label>
          <select id={id + "verb"} value={draft.operation} onChange={(event) => change({ operation: event.currentTarget.value })}>
            <option value="">any</option>
            {other && verb(draft.operation)}
            <optgroup label="Changes">{VERBS.map(verb)}</optgroup>
            <optgroup label="Only if refused">{READS.map(verb)}</optgroup>
          </select>
        </div>
        {field("about", "Execution or key", { placeholder: "order-4711" })}
        {field("workflow", "Workflow")}
        {field("from", "From", { type: "datetime-local" })}
        {field("before", "Before", { type: "datetime-local" })}
        <button type="submit" class="primary">
          Search
        </button>
      </div>
    </form>
  );
}

import { useId, useMemo } from "preact/hooks";
import { mistake } from "../lib/json";
import { short } from "../lib/words";

const REASON_MAX = 2_000;

export function JsonField({ label, value, set, rows = 8 }: { label: string; value: string; set: (text: string) => void; rows?: number }) {
  const id = useId();
  const wrong = useMemo(() => (value.trim() === "" ? "write JSON, such as {}" : mistake(value)), [value]);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        class="mono"
        rows={rows}
        spellcheck={false}
        value={value}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={id + "w"}
        onInput={(event) => set(event.currentTarget.value)}
      />
      <p id={id + "w"} class={wrong ? "hint bad-text" : "hint"}>
        {wrong ? "Not JSON yet: " + short(wrong, 120) : "Valid JSON. The server checks it against the schema."}
      </p>
    </div>
  );
}

export function ReasonField({ value, set }: { value: string; set: (text: string) => void }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Reason, for the history</label>
      <textarea
        id={id}
        rows={2}
        maxLength={REASON_MAX}
        value={value}
        required
        autofocus
        onInput={(event) => set(event.currentTarget.value)}
      />
    </div>
  );
}

/** A name that is typed to confirm that this very thing is meant. */
export function TypedField({ wanted, value, set }: { wanted: string; value: string; set: (text: string) => void }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>
        Type <code>{short(wanted, 240)}</code> to confirm
      </label>
      <input id={id} value={value} autocomplete="off" spellcheck={false} onInput={(event) => set(event.currentTarget.value)} />
    </div>
  );
}

import { useEffect, useId, useMemo, useState } from "preact/hooks";
import { call } from "../../lib/api";
import { mistake } from "../../lib/json";
import { Problem } from "../../lib/problem";
import { to } from "../../lib/route";
import type { Started } from "../../lib/types";
import { short } from "../../lib/words";
import { useDraft } from "../../parts/dialog";
import { JsonField } from "../../parts/fields";
import { ProblemNotice } from "../../parts/panel";
import { Tree } from "../../parts/tree";
import { type Field, fieldsOf, jsonOf, objectOf } from "./schema-form";

interface Props {
  workflow: string;
  version: number;
  schema: unknown;
  may: boolean;
}

/** A key of its own for each start, so that a repeated click, also after a lost answer, starts nothing twice. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return "console/" + [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Labels such as customer=42, region=eu; undefined if one is wrong. */
function labelsOf(text: string): Record<string, string> | undefined {
  const labels: Record<string, string> = {};
  for (const each of text.split(",").map((part) => part.trim())) {
    const equals = each.indexOf("=");
    if (each && equals < 1) {
      return undefined;
    }
    if (each) {
      labels[each.slice(0, equals).trim()] = each.slice(equals + 1).trim();
    }
  }
  return labels;
}

/** For reading; a text with long numbers stays as it is. */
function pretty(json: string): string {
  return mistake(json) === undefined && !/\d{16}/.test(json) ? JSON.stringify(JSON.parse(json), null, 2) : json;
}

/** Starts an execution: by a form made from the input's schema, or by JSON. */
export function StartForm({ workflow, version, schema, may }: Props) {
  const fields = useMemo(() => fieldsOf(schema), [schema]);
  const name = "start " + workflow;
  const [way, choose, forgetWay] = useDraft(name + " way", fields ? "form" : "json");
  const byForm = way === "form" && fields !== undefined;
  const [json, setJson, forgetJson] = useDraft(name + " json", "{}");
  const [form, setForm, forgetForm] = useDraft(name + " form", "{}");
  const [key, setKey, forgetKey] = useDraft(name + " key", "");
  const [labelText, setLabels, forgetLabels] = useDraft(name + " labels", "");
  const [drawn] = useState(newKey);
  const [ownKey, setOwnKey, forgetOwnKey] = useDraft(name + " own key", drawn);
  const [sending, become] = useState(false);
  const [problem, fail] = useState<Problem>();
  const [started, setStarted] = useState<{ id: string; content: string }>();

  const values = useMemo(() => JSON.parse(form) as Record<string, string>, [form]);
  const written = byForm ? (fields ?? []).map((field) => ({ field, json: jsonOf(field, values[field.name] ?? field.initial) })) : [];
  const input = byForm ? objectOf(written) : json;
  const labels = labelsOf(labelText);
  const valid = byForm ? written.every((each) => each.json !== null) : mistake(json) === undefined;

  // the same content again is the same start; another one is another start
  const content = JSON.stringify([version, input, key, labelText]);
  const another = () => {
    setStarted(undefined);
    setOwnKey(newKey());
  };
  useEffect(() => {
    if (started && started.content !== content) {
      another();
    }
  }, [content, started]);

  const send = async (event: Event) => {
    event.preventDefault();
    become(true);
    setOwnKey(ownKey); // kept before the answer, which may be lost
    fail(undefined);
    const head = `"workflow":${JSON.stringify(workflow)},"version":${version},"labels":${JSON.stringify(labels)}`;
    try {
      const execution = await call<Started>("v1/executions", {
        method: "POST",
        body: `{${head},"input":${input}}`,
        idempotencyKey: key.trim() || ownKey,
      });
      [forgetWay, forgetJson, forgetForm, forgetKey, forgetLabels, forgetOwnKey].forEach((forget) => forget());
      setStarted({ id: execution.id, content });
    } catch (e) {
      fail(Problem.of(e));
    }
    become(false);
  };

  return (
    <form class="start" onSubmit={(event) => void send(event)}>
      {fields && (
        <div class="tabs" role="group" aria-label="How the input is written">
          <button type="button" aria-pressed={byForm} onClick={() => choose("form")}>
            Form
          </button>
          <button
            type="button"
            aria-pressed={!byForm}
            onClick={() => {
              if (byForm) {
                setJson(pretty(input));
                choose("json");
              }
            }}
          >
            JSON
          </button>
        </div>
      )}
      {byForm ? (
        (fields ?? []).map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? field.initial}
            set={(value) => setForm(JSON.stringify({ ...values, [field.name]: value }))}
          />
        ))
      ) : (
        <JsonField label="Input" value={json} set={setJson} rows={12} />
      )}
      <KeyAndLabels given={key} placeholder={ownKey} setKey={setKey} labels={labelText} setLabels={setLabels} wrong={labels === undefined} />
      {problem && <ProblemNotice problem={problem} />}
      {started && (
        <p class="notice good" role="status">
          Started: <a href={to(["execution", started.id])}>{started.id}</a>{" "}
          {!key.trim() && (
            <button type="button" class="quiet" onClick={another}>
              Start another
            </button>
          )}
        </p>
      )}
      <footer class="row">
        <button type="submit" class="primary" disabled={!may || sending || labels === undefined || !valid}>
          {sending ? "Starting …" : "Start"}
        </button>
        {!may && (
          <span class="faint">
            Starting needs the role <code>starter</code> or <code>operator</code>.
          </span>
        )}
      </footer>
      {schema !== undefined && (
        <details>
          <summary>Schema of the input</summary>
          <Tree value={schema} name="schema" />
        </details>
      )}
    </form>
  );
}

interface KeyProps {
  given: string;
  placeholder: string;
  setKey: (text: string) => void;
  labels: string;
  setLabels: (text: string) => void;
  wrong: boolean;
}

function KeyAndLabels({ given, placeholder, setKey, labels, setLabels, wrong }: KeyProps) {
  const id = useId();
  return (
    <div class="fields">
      <div class="field">
        <label for={id + "k"}>Key</label>
        <input
          id={id + "k"}
          value={given}
          placeholder={placeholder}
          aria-describedby={id + "kh"}
          onInput={(event) => setKey(event.currentTarget.value)}
        />
        <p class="hint" id={id + "kh"}>
          Another start with the same key finds this execution.
        </p>
      </div>
      <div class="field">
        <label for={id + "l"}>Labels</label>
        <input
          id={id + "l"}
          value={labels}
          placeholder="customer=42, region=eu"
          aria-invalid={wrong || undefined}
          onInput={(event) => setLabels(event.currentTarget.value)}
        />
        <p class="hint">name=value, with commas between</p>
      </div>
    </div>
  );
}

function FieldInput({ field, value, set }: { field: Field; value: string; set: (text: string) => void }) {
  const id = useId();
  const wrong = value !== "" && jsonOf(field, value) === null;
  const common = {
    id,
    "aria-describedby": id + "h",
    "aria-invalid": wrong || undefined,
    required: field.required && field.kind !== "text",
    value,
  };
  const kind = field.kind === "json" ? "JSON" : field.kind === "integer" ? "a whole number" : "a number";
  const choices = field.kind === "boolean" ? [true, false] : field.choices;
  return (
    <div class="field">
      <label for={id}>
        {short(field.name, 80)}
        {field.required && <span class="faint"> (required)</span>}
      </label>
      {field.kind === "choice" || field.kind === "boolean" ? (
        <select {...common} onChange={(event) => set(event.currentTarget.value)}>
          <option value="">{field.required ? "choose" : "leave out"}</option>
          {choices.map((choice) => (
            <option key={JSON.stringify(choice)} value={JSON.stringify(choice)}>
              {short(String(choice), 80)}
            </option>
          ))}
        </select>
      ) : field.kind === "json" ? (
        <textarea
          {...common}
          class="mono"
          rows={3}
          spellcheck={false}
          placeholder="JSON"
          onInput={(event) => set(event.currentTarget.value)}
        />
      ) : (
        <input {...common} inputMode={field.kind === "text" ? "text" : "decimal"} onInput={(event) => set(event.currentTarget.value)} />
      )}
      <p class={wrong ? "hint bad-text" : "hint"} id={id + "h"}>
        {wrong ? `Write ${kind}.` : short(field.about, 200)}
      </p>
    </div>
  );
}

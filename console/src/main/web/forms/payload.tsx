import { useId, useMemo } from "preact/hooks";
import { mistake, write } from "../lib/json";
import { short } from "../lib/words";
import { useDraft } from "../parts/dialog";
import { JsonField } from "../parts/fields";
import { type Field, fieldsOf, jsonOf, objectOf } from "./schema-form";

/** JSON while a reader writes it: in a form that is made from a schema, or as text. */
export interface Payload {
  json: string;
  /** why it cannot be sent yet, each with its field; empty if it is JSON */
  mistakes: string[];
  /** the names of the fields with mistakes */
  wrong: string[];
  /** as much of the JSON as can be read: without the fields with mistakes; undefined if nothing can */
  sound: string | undefined;
  fields: Field[] | undefined;
  byForm: boolean;
  values: Record<string, string>;
  setValue: (name: string, value: string) => void;
  setJson: (text: string) => void;
  choose: (way: "form" | "json") => void;
  forget: () => void;
}

const KINDS: Partial<Record<Field["kind"], string>> = { json: "JSON", integer: "a whole number", number: "a number" };

function mistakeOf(field: Field, value: string): string {
  return `${short(field.name, 80)}: ${value === "" ? "is required" : "write " + (KINDS[field.kind] ?? "one of the choices")}`;
}

/** A field may have the name of a member that all objects have, such as constructor. */
function valueIn(values: Record<string, string>, field: Field): string {
  return (Object.hasOwn(values, field.name) ? values[field.name] : undefined) ?? field.initial;
}

/** For reading; a text with long numbers stays as it is. */
function pretty(json: string): string {
  return mistake(json) === undefined && !/\d{16}/.test(json) ? JSON.stringify(JSON.parse(json), null, 2) : json;
}

/**
 * @param name of its drafts, which are kept until forget
 * @param schema of the JSON; a form is offered if it is one of an object
 * @param initial the text at first
 */
export function usePayload(name: string, schema: unknown, initial = "{}"): Payload {
  const fields = useMemo(() => fieldsOf(schema), [schema]);
  const [way, choose, forgetWay] = useDraft(name + " way", fields ? "form" : "json");
  const [text, setText, forgetText] = useDraft(name + " json", initial);
  const [form, setForm, forgetForm] = useDraft(name + " form", "{}");
  // whether the form has something that the text does not have
  const [isNewer, setNewer, forgetNewer] = useDraft(name + " newer", "yes");
  const byForm = way === "form" && fields !== undefined;
  const values = useMemo(() => JSON.parse(form) as Record<string, string>, [form]);
  const valueOf = (field: Field) => valueIn(values, field);
  const written = byForm ? (fields ?? []).map((field) => ({ field, json: jsonOf(field, valueOf(field)) })) : [];
  const wrong = written.filter((each) => each.json === null).map((each) => each.field);
  const json = byForm ? objectOf(written) : text;
  const notJson = byForm ? undefined : text.trim() === "" ? "write JSON, such as {}" : mistake(text);
  return {
    json,
    wrong: wrong.map((field) => field.name),
    sound: byForm ? objectOf(written.filter((each) => each.json !== null)) : notJson === undefined ? text : undefined,
    mistakes: byForm
      ? wrong.map((field) => mistakeOf(field, valueOf(field)))
      : notJson === undefined
        ? []
        : ["Not JSON yet: " + short(notJson, 120)],
    fields,
    byForm,
    values,
    setValue: (field, value) => {
      setForm(JSON.stringify({ ...values, [field]: value }));
      setNewer("yes");
    },
    setJson: setText,
    choose: (chosen) => {
      if (chosen === "json" && byForm && isNewer) {
        setText(pretty(json));
        setNewer("");
      }
      choose(chosen);
    },
    forget: () => [forgetWay, forgetText, forgetForm, forgetNewer].forEach((each) => each()),
  };
}

interface Props {
  of: Payload;
  /** of the field for JSON */
  label: string;
  /** what is written, such as: the input */
  what: string;
  rows?: number;
}

/** The fields of a form, or one for JSON, and a choice between the two if there is one. */
export function PayloadEditor({ of, label, what, rows = 12 }: Props) {
  return (
    <>
      {of.fields && (
        <div class="tabs" role="group" aria-label={`How ${what} is written`}>
          <button type="button" aria-pressed={of.byForm} onClick={() => of.choose("form")}>
            Form
          </button>
          <button type="button" aria-pressed={!of.byForm} onClick={() => of.choose("json")}>
            JSON
          </button>
        </div>
      )}
      {of.byForm ? (
        (of.fields ?? []).map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={valueIn(of.values, field)}
            set={(value) => of.setValue(field.name, value)}
          />
        ))
      ) : (
        <JsonField label={label} value={of.json} set={of.setJson} rows={rows} />
      )}
    </>
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
  const kind = KINDS[field.kind] ?? "one of the choices";
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
            <option key={write(choice, 0)} value={write(choice, 0)}>
              {short(typeof choice === "string" ? choice : write(choice, 0), 80)}
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

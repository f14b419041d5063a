import { useEffect, useId, useState } from "preact/hooks";
import { PayloadEditor, usePayload } from "../../forms/payload";
import { call } from "../../lib/api";
import { newKey } from "../../lib/keys";
import { to } from "../../lib/route";
import type { Started } from "../../lib/types";
import { useDraft } from "../../parts/dialog";
import { ProblemNotice } from "../../parts/panel";
import { useSending } from "../../parts/sending";
import { Tree } from "../../parts/tree";

interface Props {
  workflow: string;
  version: number;
  schema: unknown;
  may: boolean;
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

/** Starts an execution: by a form made from the input's schema, or by JSON. */
export function StartForm({ workflow, version, schema, may }: Props) {
  const name = "start " + workflow;
  const payload = usePayload(name, schema);
  const [key, setKey, forgetKey] = useDraft(name + " key", "");
  const [labelText, setLabels, forgetLabels] = useDraft(name + " labels", "");
  const [drawn] = useState(newKey);
  const [ownKey, setOwnKey, forgetOwnKey] = useDraft(name + " own key", drawn);
  const [started, setStarted] = useState<{ id: string; content: string }>();

  const input = payload.json;
  const labels = labelsOf(labelText);
  const valid = payload.mistakes.length === 0;

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

  const { problem, sending, send } = useSending(async () => {
    setOwnKey(ownKey); // kept before the answer, which may be lost
    const head = `"workflow":${JSON.stringify(workflow)},"version":${version},"labels":${JSON.stringify(labels)}`;
    const execution = await call<Started>("v1/executions", {
      method: "POST",
      body: `{${head},"input":${input}}`,
      idempotencyKey: key.trim() || ownKey,
    });
    [payload.forget, forgetKey, forgetLabels, forgetOwnKey].forEach((forget) => forget());
    setStarted({ id: execution.id, content });
  });

  return (
    <form class="start" onSubmit={(event) => void send(event)}>
      <PayloadEditor of={payload} label="Input" what="the input" />
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

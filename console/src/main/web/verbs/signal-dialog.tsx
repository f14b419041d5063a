import { useId, useState } from "preact/hooks";
import { MistakesNotice, mistakesOf } from "../forms/mistakes";
import { PayloadEditor, usePayload } from "../forms/payload";
import { call, segment } from "../lib/api";
import { useApi } from "../lib/data";
import { newKey } from "../lib/keys";
import type { Execution } from "../lib/types";
import { short } from "../lib/words";
import { Dialog, useDraft } from "../parts/dialog";
import { Loading, ProblemNotice } from "../parts/panel";
import { useSending } from "../parts/sending";
import { Text } from "../parts/text";
import { Tree } from "../parts/tree";
import { LinkDialog } from "./link-dialog";
import { deployedName, type Expected, expectedBy, expectedOf } from "./signals";
import { Subject } from "./subject";

/** A form for a signal that is open. */
export interface OpenSignal {
  execution: Execution;
  /** the step that waits; without one, all signals of the workflow can be chosen */
  step?: string;
  /** as the step names it, such as: paid or cancelled */
  signal?: string;
  /** for a link, with which another person sends it */
  byLink?: boolean;
}

interface Props extends OpenSignal {
  may: boolean;
  /** opens the form, which belongs to the screen: it stays, also if the step takes a signal meanwhile */
  open: (form: OpenSignal) => void;
}

/** A button that opens the form for a signal. */
export function SendSignal({ execution, step, signal, may, open }: Props) {
  return (
    <>
      <button
        type="button"
        class={step ? "primary" : ""}
        disabled={!may}
        title={may ? undefined : "Needs the role starter or operator"}
        onClick={() => open({ execution, step, signal })}
      >
        {signal && !signal.includes(" or ") ? `Send the signal ${short(signal, 60)}` : "Send a signal"}
      </button>
      {!may && step && (
        <span class="faint">
          {" "}
          Sending needs the role <code>starter</code> or <code>operator</code>.
        </span>
      )}
    </>
  );
}

interface OpenProps {
  form: OpenSignal | undefined;
  show: (form: OpenSignal | undefined) => void;
  done: (news: string) => void;
}

/** A button that opens the form for a link, beside the one of a step that waits. */
export function MakeLink({ execution, step, signal, may, open }: Props) {
  return (
    <button
      type="button"
      disabled={!may}
      title={may ? undefined : "Needs the role starter or operator"}
      onClick={() => open({ execution, step, signal, byLink: true })}
    >
      Make a link
    </button>
  );
}

/** The form for a signal that is open, if there is one. */
export function OpenSignalDialog({ form, show, done }: OpenProps) {
  if (form === undefined) {
    return null;
  }
  const { execution, step, signal } = form;
  if (form.byLink && step !== undefined && signal !== undefined) {
    return <LinkDialog execution={execution} step={step} signal={signal} close={() => show(undefined)} />;
  }
  return (
    <SignalDialog
      {...form}
      close={() => show(undefined)}
      done={(news) => {
        show(undefined);
        done(news);
      }}
    />
  );
}

type DialogProps = OpenSignal & { close: () => void; done: (news: string) => void };

/** The form is made from the definition. Without it, the name and JSON can be written all the same. */
function SignalDialog({ execution, step, signal, close, done }: DialogProps) {
  const definition = useApi<unknown>(`v1/definitions/${segment(deployedName(execution.workflow))}/${execution.version}`);
  const known = definition.data === undefined ? [] : expectedBy(expectedOf(definition.data, execution.workflow), step);
  const [chosen, choose] = useState(signal?.split(" or ")[0] ?? "");
  const id = useId();
  const name = chosen || (known[0]?.name ?? "");
  const expected = known.find((each) => each.name === name);
  return (
    <Dialog title={step ? <>Send a signal: <Text value={step} max={60} /></> : "Send a signal"} close={close}>
      {definition.data === undefined && !definition.problem ? (
        <Loading />
      ) : (
        <>
          <Subject of={execution} />
          {definition.problem && <ProblemNotice problem={definition.problem} again={definition.again} />}
          <div class="field">
            <label for={id}>Signal</label>
            {known.length > 0 ? (
              <select id={id} value={name} onChange={(event) => choose(event.currentTarget.value)}>
                {known.map((each) => (
                  <option key={each.name} value={each.name}>
                    {short(each.name, 80)}
                  </option>
                ))}
              </select>
            ) : (
              <input id={id} value={name} onInput={(event) => choose(event.currentTarget.value)} />
            )}
          </div>
          <SignalForm key={expected ? name : ""} execution={execution} name={name} expected={expected} close={close} done={done} />
        </>
      )}
    </Dialog>
  );
}

/** Each content has an id of its own, so that it counts once. */
interface Sent {
  content: string;
  id: string;
}

interface FormProps {
  execution: Execution;
  name: string;
  expected: Expected | undefined;
  close: () => void;
  done: (news: string) => void;
}

function SignalForm({ execution, name, expected, close, done }: FormProps) {
  const schemas = expected?.schemas ?? [];
  const drafts = `signal ${execution.id} ${name}`;
  const payload = usePayload(drafts, schemas[0], schemas.length ? "{}" : "null");
  const [given, setGiven, forgetGiven] = useDraft(drafts + " id", "");
  const [last, setLast, forgetLast] = useDraft(drafts + " sent", "");
  const [tried, setTried] = useState(false);
  const id = useId();

  const problems = [
    ...(name.trim() === "" ? ["Signal: write its name"] : []),
    ...mistakesOf(payload, schemas),
  ];
  const { problem, sending, send } = useSending(async () => {
    setTried(true);
    if (problems.length > 0) {
      return;
    }
    const content = JSON.stringify([name, payload.json]);
    const before = last ? (JSON.parse(last) as Sent) : undefined;
    const own = before?.content === content ? before.id : newKey();
    setLast(JSON.stringify({ content, id: own })); // kept before the answer, which may be lost
    await call(`v1/executions/${segment(execution.id)}/signals/${segment(name.trim())}`, {
      method: "POST",
      body: payload.json,
      idempotencyKey: given.trim() || own,
    });
    [payload.forget, forgetGiven, forgetLast].forEach((forget) => forget());
    done(`The signal ${short(name, 60)} was sent.`);
  });
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <p class="faint">
        {expected ? (
          <>
            Taken by {expected.steps.length === 1 ? "the step" : "one of the steps"}{" "}
            <b>{short(expected.steps.join(", "), 200)}</b>. If it does not wait yet, the signal is kept for it.
          </>
        ) : (
          "The server refuses a signal that no step waits for."
        )}{" "}
        The history records who sent it.
      </p>
      <PayloadEditor of={payload} label="Data" what="the data" rows={6} />
      <div class="field">
        <label for={id}>Id</label>
        <input
          id={id}
          value={given}
          placeholder="made by the page"
          aria-describedby={id + "h"}
          onInput={(event) => setGiven(event.currentTarget.value)}
        />
        <p class="hint" id={id + "h"}>
          Only the first signal with an id counts. Without one, the same data sent again from here counts once.
        </p>
      </div>
      {tried && problems.length > 0 && <MistakesNotice of={problems} />}
      {problem && <ProblemNotice problem={problem} />}
      <footer class="row end">
        <button type="button" onClick={close}>
          Leave it
        </button>
        <button type="submit" class="primary" disabled={sending}>
          {sending ? "Sending …" : "Send"}
        </button>
      </footer>
      {schemas.length > 0 && (
        <details>
          <summary>Schema of the data</summary>
          {schemas.map((schema, index) => (
            <Tree key={index} value={schema} name="schema" />
          ))}
        </details>
      )}
    </form>
  );
}

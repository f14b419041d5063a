import { useId, useState } from "preact/hooks";
import { BASE, call, segment } from "../lib/api";
import type { Execution, SignalLink } from "../lib/types";
import { short } from "../lib/words";
import { Dialog } from "../parts/dialog";
import { ProblemNotice } from "../parts/panel";
import { useSending } from "../parts/sending";
import { Copy } from "../parts/status";
import { Text } from "../parts/text";
import { Moment } from "../parts/time";
import { Subject } from "./subject";

const DURATIONS = [
  ["PT1H", "1 hour"],
  ["P1D", "1 day"],
  ["P7D", "7 days"],
  ["P30D", "30 days"],
  ["P90D", "90 days"],
] as const;

interface Props {
  execution: Execution;
  step: string;
  /** as the step names it, such as: paid or cancelled */
  signal: string;
  close: () => void;
}

/** Makes a link with which a person without a key sends a signal. It is shown once, and kept nowhere. */
export function LinkDialog({ execution, step, signal, close }: Props) {
  const names = signal.split(" or ");
  const [name, choose] = useState(names[0] ?? "");
  const [expiresIn, setExpiresIn] = useState("P7D");
  const [made, setMade] = useState<SignalLink>();
  const id = useId();
  const { problem, sending, send } = useSending(async () => {
    setMade(
      await call<SignalLink>(`v1/executions/${segment(execution.id)}/signals/${segment(name)}/links`, {
        method: "POST",
        body: JSON.stringify({ expiresIn, step }),
      }),
    );
  });
  const address = made && new URL(BASE + "console/link#" + made.token, location.href).href;
  return (
    <Dialog title={<>Make a link: <Text value={step} max={60} /></>} close={close}>
      <Subject of={execution} />
      {made && address ? (
        <>
          <div class="field">
            <label for={id + "l"}>Link</label>
            <input id={id + "l"} class="mono" readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
            <p class="hint">
              A person who has it answers once, until <Moment time={made.expires} />, without an account. It is not shown again.
            </p>
          </div>
          <footer class="row end">
            <Copy text={() => address} name="Copy the link" />
            <button type="button" class="primary" onClick={close}>
              Done
            </button>
          </footer>
        </>
      ) : (
        <form noValidate onSubmit={(event) => void send(event)}>
          <p class="faint">
            The link opens a page with a form for this signal, and shows no data of the execution. It has a use until the step is
            answered. It cannot be taken back, so send it only to the person who answers. The history names it as your link.
          </p>
          {names.length > 1 && (
            <div class="field">
              <label for={id + "s"}>Signal</label>
              <select id={id + "s"} value={name} onChange={(event) => choose(event.currentTarget.value)}>
                {names.map((each) => (
                  <option key={each} value={each}>
                    {short(each, 80)}
                  </option>
                ))}
              </select>
            </div>
          )}
          <div class="field">
            <label for={id + "e"}>Ends after</label>
            <select id={id + "e"} value={expiresIn} onChange={(event) => setExpiresIn(event.currentTarget.value)}>
              {DURATIONS.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </div>
          {problem && <ProblemNotice problem={problem} />}
          <footer class="row end">
            <button type="button" onClick={close}>
              Leave it
            </button>
            <button type="submit" class="primary" disabled={sending}>
              {sending ? "Making …" : "Make the link"}
            </button>
          </footer>
        </form>
      )}
    </Dialog>
  );
}

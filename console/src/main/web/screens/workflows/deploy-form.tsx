import { useId, useRef, useState } from "preact/hooks";
import { call } from "../../lib/api";
import { to } from "../../lib/route";
import type { Deployment, MoveCheck, Problem as Mistake, Validation } from "../../lib/types";
import { count } from "../../lib/words";
import { ConfirmDialog } from "../../parts/confirm-dialog";
import { useDraft } from "../../parts/dialog";
import { ProblemNotice } from "../../parts/panel";
import { useSending } from "../../parts/sending";
import { Text } from "../../parts/text";
import { MovePreview } from "../../verbs/move-preview";

const MISTAKES_SHOWN = 50;
const YAML = "application/yaml"; // which JSON is a part of

/** The answer of the server about a text. */
interface Checked {
  text: string;
  problems: Mistake[];
  valid: boolean;
  moves?: MoveCheck;
}

function sent<T>(path: string, text: string): Promise<T> {
  return call<T>(path, { method: "POST", body: text, type: YAML });
}

async function checked(text: string): Promise<Checked> {
  const { valid, problems } = await sent<Validation>("v1/definitions/validate", text);
  return { text, problems, valid, moves: valid ? await sent<MoveCheck>("v1/definitions/check", text) : undefined };
}

/** Deploys a definition that was checked: all its problems are listed first, and what it means for open executions. */
export function DeployForm({ may, done }: { may: boolean; done: () => void }) {
  const [text, write, forget] = useDraft("deploy", "");
  const [result, become] = useState<Checked>();
  const [deployed, setDeployed] = useState<Deployment>();
  const [asking, ask] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const current = result?.text === text ? result : undefined;

  const { problem, sending, send: check } = useSending(async () => {
    setDeployed(undefined);
    become(await checked(text));
  });
  const show = (mistake: Mistake) => {
    const lines = text.split("\n");
    const start = lines.slice(0, mistake.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
    field.current?.focus();
    field.current?.setSelectionRange(start, start + (lines[mistake.line - 1]?.length ?? 0));
  };
  return (
    <form class="start" onSubmit={(event) => void check(event)}>
      <div class="field">
        <label for={id}>Definition, in YAML or JSON</label>
        <textarea
          id={id}
          ref={field}
          class="mono"
          rows={18}
          spellcheck={false}
          value={text}
          aria-invalid={current && !current.valid ? true : undefined}
          onInput={(event) => write(event.currentTarget.value)}
        />
      </div>
      {current && <Found of={current} show={show} />}
      {problem && <ProblemNotice problem={problem} />}
      {deployed && (
        <p class="notice good" role="status">
          {deployed.deployed.map((each) => (
            <span key={each.workflow}>
              {each.created ? "Deployed: " : "It was deployed already: "}
              <a href={to(["workflows", each.workflow], { version: String(each.version) })}>
                <Text value={each.workflow} max={80} /> version {each.version}
              </a>
              {each.missing.length > 0 && <>. It starts workflows that are not deployed: <Text value={each.missing.join(", ")} max={200} /></>}
            </span>
          ))}
        </p>
      )}
      <footer class="row">
        <button type="submit" class={current?.valid ? "" : "primary"} disabled={sending || text.trim() === ""}>
          {sending ? "Checking …" : "Check"}
        </button>
        <button
          type="button"
          class={current?.valid ? "primary" : ""}
          disabled={!may || !current?.valid || sending}
          title={may ? (current?.valid ? undefined : "Check it first") : "Needs the role deployer"}
          onClick={() => ask(true)}
        >
          Deploy
        </button>
        {!may && (
          <span class="faint">
            Deploying needs the role <code>deployer</code>.
          </span>
        )}
      </footer>
      {asking && current?.moves && (
        <ConfirmDialog
          title={
            <>
              Deploy <Text value={current.moves.workflow} max={60} /> version {current.moves.version}
            </>
          }
          action="Deploy"
          close={() => ask(false)}
          confirmed={async () => {
            setDeployed(await sent<Deployment>("v1/definitions", current.text));
            ask(false);
            forget();
            done();
          }}
        >
          <p>Executions that start without a version have the highest one from now on. Open executions stay on theirs.</p>
        </ConfirmDialog>
      )}
    </form>
  );
}

function Found({ of, show }: { of: Checked; show: (mistake: Mistake) => void }) {
  return (
    <div class={"notice " + (of.valid ? "good" : "bad")} role="status" data-mistakes={of.problems.length}>
      <p>
        <strong>{of.valid ? "It can be deployed." : "It cannot be deployed."}</strong>{" "}
        {of.problems.length > 0 && count(of.problems.length, "problem")}
      </p>
      {of.problems.length > 0 && (
        <ul>
          {of.problems.slice(0, MISTAKES_SHOWN).map((each, index) => (
            <li key={index}>
              {each.line > 0 && (
                <button type="button" class="quiet" onClick={() => show(each)}>
                  line {each.line}
                </button>
              )}{" "}
              {each.severity === "WARNING" && "warning: "}
              <code><Text value={each.path} max={120} /></code>: <Text value={each.message} max={300} />{" "}
              {each.suggestion && <span class="faint"><Text value={each.suggestion} max={300} /></span>}
            </li>
          ))}
        </ul>
      )}
      {of.moves && of.moves.executions > 0 && <MovePreview of={of.moves} />}
    </div>
  );
}

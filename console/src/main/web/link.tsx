import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { MistakesNotice, mistakesOf } from "./forms/mistakes";
import { PayloadEditor, usePayload } from "./forms/payload";
import { call, post } from "./lib/api";
import { mistake } from "./lib/json";
import { Problem } from "./lib/problem";
import type { SignalForm } from "./lib/types";
import { short } from "./lib/words";
import { Loading, ProblemNotice } from "./parts/panel";
import { useSending } from "./parts/sending";
import { Text } from "./parts/text";
import { Until } from "./parts/time";

/** Behind the #, so that browsers send it to no server, neither in an address nor as a referrer. */
function tokenOf(hash: string): string {
  return hash.replace(/^#/, "");
}

/** The page behind a link: a form for a person who needs no account, and nothing else. */
function Answer() {
  const [token, setToken] = useState(tokenOf(location.hash));
  const [form, show] = useState<SignalForm>();
  const [problem, fail] = useState<Problem>();
  const [isSent, setSent] = useState(false);
  const [tries, again] = useState(0);
  useEffect(() => {
    const changed = () => setToken(tokenOf(location.hash));
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  useEffect(() => {
    const left = new AbortController();
    [show, fail].forEach((each) => each(undefined));
    setSent(false);
    call<SignalForm>("v1/links/open", { method: "POST", body: JSON.stringify({ token }), signal: left.signal }).then(
      show,
      (e) => left.signal.aborted || fail(Problem.of(e)),
    );
    return () => left.abort();
  }, [token, tries]);
  return (
    <main id="main" class="answer" data-screen="link">
      <section class="panel">
        {isSent ? (
          <>
            <h1>Thank you</h1>
            <p role="status">Your answer was sent. You can close this page.</p>
          </>
        ) : problem ? (
          <>
            <h1>This link cannot be used</h1>
            <ProblemNotice problem={problem} again={problem.reason === "offline" ? () => again(tries + 1) : undefined} />
          </>
        ) : form ? (
          <Form key={form.id} token={token} form={form} done={() => setSent(true)} />
        ) : (
          <Loading />
        )}
      </section>
    </main>
  );
}

function Form({ token, form, done }: { token: string; form: SignalForm; done: () => void }) {
  const schemas = form.schema === undefined ? [] : [form.schema];
  const payload = usePayload("link " + form.id, form.schema, schemas.length ? "{}" : "null");
  const [tried, setTried] = useState(false);
  const mistakes = mistakesOf(payload, schemas);
  const { problem, sending, send } = useSending(async () => {
    setTried(true);
    if (mistakes.length > 0) {
      return;
    }
    await post("v1/links/answer", `{"token":${JSON.stringify(token)},"data":${payload.json}}`);
    payload.forget();
    done();
  });
  const isJson = mistake(payload.json) === undefined;
  return (
    <form noValidate onSubmit={(event) => void send(event)} data-signal={form.signal}>
      <h1>
        <Text value={form.workflow} max={80} />
      </h1>
      {form.description && (
        <p>
          <Text value={form.description} max={2_000} />
        </p>
      )}
      <p class="faint">
        The step <b>{short(form.step, 80)}</b> waits for your answer (<code>{short(form.signal, 80)}</code>). This link ends{" "}
        <Until time={form.expires} />. The first answer counts.
      </p>
      <PayloadEditor of={payload} label="Answer" what="the answer" rows={6} />
      {tried && mistakes.length > 0 && <MistakesNotice of={mistakes} />}
      {problem && <ProblemNotice problem={problem} />}
      <footer class="row end">
        <button type="submit" class="primary" disabled={sending || (tried && !isJson)}>
          {sending ? "Sending …" : "Send the answer"}
        </button>
      </footer>
    </form>
  );
}

const app = document.getElementById("app");
if (app) {
  app.textContent = "";
  render(<Answer />, app);
}

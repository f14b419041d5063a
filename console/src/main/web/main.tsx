import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { call, setNamespace } from "./lib/api";
import { ofWorkflow } from "./lib/changes";
import { type Loaded, readAll, useApi, useLoaded } from "./lib/data";
import { key, onRefusedKey, setKey } from "./lib/key";
import { changed, go, to, useRoute } from "./lib/route";
import { follow, onState, type State } from "./lib/stream";
import type { Inbox, Self } from "./lib/types";
import { number } from "./lib/words";
import { KeyDialog } from "./parts/key-dialog";
import { ProblemNotice } from "./parts/panel";
import { Text } from "./parts/text";
import { Current, SCREENS } from "./screens/current";
import type { Session } from "./screens/screen";

const ICON = document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href;

/** Screens that are reached from the one of executions. */
const OF_EXECUTIONS = ["execution", "compare"];

const LIVE: Record<State, string> = {
  connecting: "connecting",
  live: "live",
  offline: "not live: no answer from the server",
  refused: "not live: the server refuses it now",
  login: "not live: you are not logged in",
  forbidden: "not live: your roles do not allow it",
};

const SELF_MS = 60_000;
const SELF_RETRY_MS = 5_000;

/** Every page: the bar, the screen, and the question for a key. */
function Console() {
  const route = useRoute();
  const namespace = route.query.get("ns") ?? "";
  setNamespace(namespace);
  const [asking, ask] = useState(false);
  const left = useRef(false); // the question for a key, which then comes only when the reader wants it
  const [live, become] = useState<State>("connecting");
  const [counted, setCounted] = useState(0);
  const screen = route.path[0] ?? "inbox";
  // the inbox itself says the number when it is on the page; elsewhere it may be a little old
  const inbox = useLoaded<Inbox>(
    screen === "inbox" ? null : "inbox of " + namespace,
    (signal) => call<Inbox>("v1/inbox", { signal }),
    { when: ofWorkflow(), every: 60_000, pause: 15_000 },
  );
  const self = useApi<Self>("v1/self" + (namespace ? "?ns=" + encodeURIComponent(namespace) : ""), { every: SELF_MS, retry: SELF_RETRY_MS });
  const caller = self.data ? self.data.name + " " + self.data.namespace : "";

  const roles = self.data ? [...(self.data.roles[self.data.namespace] ?? []), ...(self.data.roles["*"] ?? [])] : [];

  useEffect(() => onRefusedKey(() => left.current || ask(true)), []);
  useEffect(() => onState(become), []);
  useEffect(() => setCounted(0), [namespace]);
  useEffect(() => {
    if (caller) {
      follow(caller);
    }
  }, [caller, roles.join(" ")]);
  useEffect(() => {
    if (self.at && !self.problem) {
      left.current = false;
    }
  }, [self.at, self.problem]);

  const session: Session = {
    self: self.data,
    may: (...some) => ["admin", ...some].some((role) => roles.includes(role)),
    counted: setCounted,
  };
  const open = inbox.data?.groups.reduce((sum, group) => sum + group.steps, 0) ?? counted;
  return (
    <>
      <header class="topbar">
        <a
          class="skip"
          href="#main"
          onClick={(event) => {
            event.preventDefault();
            document.querySelector<HTMLElement>("main h1")?.focus();
          }}
        >
          To the content
        </a>
        <a class="brand" href={to(["inbox"])} aria-label="Reeve, to the inbox">
          <img src={ICON} alt="" width="22" height="22" /> Reeve
        </a>
        <nav aria-label="Screens">
          {SCREENS.filter(({ role }) => !role || session.may(role)).map(({ id, name }) => (
            <a key={id} href={to([id])} aria-current={id === (OF_EXECUTIONS.includes(screen) ? "executions" : screen) ? "page" : undefined}>
              {name}
              {id === "inbox" && open > 0 && (
                <span class="count">
                  {number(open)}
                  <span class="sr"> need a person</span>
                </span>
              )}
            </a>
          ))}
        </nav>
        <div class="bar-end">
          <span class={"live is-" + live} title={LIVE[live]}>
            <i aria-hidden="true" /> <span role="status">{LIVE[live]}</span>
          </span>
          <Namespaces self={self.data} wanted={namespace} choose={(name) => go(changed(route, { ns: name }))} />
          {self.data && (
            <span class="who" title={roles.join(", ")}>
              <Text value={self.data.name} max={30} />
            </span>
          )}
          {key() && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                setKey("");
                location.reload();
              }}
            >
              Forget the key
            </button>
          )}
        </div>
      </header>
      {live === "offline" && self.data ? (
        <p class="banner" role="alert">
          The server does not answer. The page shows what it had, and goes on by itself.
        </p>
      ) : (
        self.problem &&
        !asking && <Unknown self={self} again={self.problem.reason === "unauthenticated" ? () => ask(true) : self.again} />
      )}
      <Current key={namespace} route={route} session={session} />
      {asking && (
        <KeyDialog
          close={() => {
            left.current = true;
            ask(false);
          }}
          done={() => {
            left.current = false;
            ask(false);
            readAll();
            if (caller) {
              follow(caller);
            }
          }}
        />
      )}
    </>
  );
}

/** Without the roles of the reader, the page offers less than the reader may do. It tries again by itself. */
function Unknown({ self, again }: { self: Loaded<Self>; again: () => void }) {
  return (
    <div class="below-bar" data-panel="Reader">
      <p>
        {self.data
          ? "Your name and your roles could not be read again."
          : "Your name and your roles could not be read, so the page offers no decisions and does not follow changes."}
      </p>
      {self.problem && <ProblemNotice problem={self.problem} again={again} stale={self.data !== undefined} />}
    </div>
  );
}

function Namespaces({ self, wanted, choose }: { self?: Self; wanted: string; choose: (name: string) => void }) {
  const own = Object.keys(self?.roles ?? {}).filter((name) => name !== "*");
  if (own.length < 2 && !wanted) {
    return null;
  }
  const now = self?.namespace ?? wanted;
  return (
    <label>
      <span class="sr">Namespace</span>
      <select value={now} onChange={(event) => choose(event.currentTarget.value)}>
        {[...new Set([...own, now])].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

const app = document.getElementById("app");
if (app) {
  app.textContent = "";
  render(<Console />, app);
}

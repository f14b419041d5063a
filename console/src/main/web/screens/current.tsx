import { useEffect, useState } from "preact/hooks";
import { Problem } from "../lib/problem";
import { type Route, to } from "../lib/route";
import { Heading } from "../parts/page";
import { Loading, ProblemNotice, Safe } from "../parts/panel";
import { InboxScreen } from "./inbox/inbox";
import type { Screen, Session } from "./screen";

interface Entry {
  id: string;
  name: string;
  /** without this role, the bar does not offer it */
  role?: string;
}

/** The screens of the bar, in its order. */
export const SCREENS: Entry[] = [
  { id: "inbox", name: "Inbox" },
  { id: "executions", name: "Executions" },
  { id: "workflows", name: "Workflows" },
  { id: "services", name: "Services" },
  { id: "nodes", name: "Nodes" },
  { id: "audit", name: "Audit", role: "admin" },
];

/** Read when they are wanted, except for the first page. */
const LOADERS: Record<string, () => Promise<Screen>> = {
  inbox: () => Promise.resolve(InboxScreen),
  executions: async () => (await import("./executions/executions")).ExecutionsScreen,
  execution: async () => (await import("./execution/execution")).ExecutionScreen,
  compare: async () => (await import("./compare/compare")).CompareScreen,
  workflows: async () => (await import("./workflows/workflows")).WorkflowsScreen,
  services: async () => (await import("./services")).ServicesScreen,
  nodes: async () => (await import("./nodes")).NodesScreen,
  audit: async () => (await import("./audit/audit")).AuditScreen,
};

const loaded = new Map<string, Screen>([["inbox", InboxScreen]]);

/** The screen that the address names. */
export function Current({ route, session }: { route: Route; session: Session }) {
  const name = route.path[0] ?? "inbox";
  const loader = Object.hasOwn(LOADERS, name) ? LOADERS[name] : undefined;
  const Found = loaded.get(name);
  const [, again] = useState(0);
  const [problem, fail] = useState<Problem>();
  const load = () => {
    fail(undefined);
    loader?.().then(
      (screen) => {
        loaded.set(name, screen);
        again((times) => times + 1);
      },
      () => {
        const text = "this part of the console could not be loaded; after an update of the server, reload the page";
        fail(new Problem("offline", 0, "", text));
      },
    );
  };
  useEffect(() => {
    if (!Found) {
      load();
    }
  }, [name]);

  if (!loader) {
    return (
      <main id="main">
        <Heading name="Not found">There is no such page</Heading>
        <p>
          <a href={to(["inbox"])}>To the inbox</a>
        </p>
      </main>
    );
  }
  if (!Found) {
    return <main id="main">{problem ? <ProblemNotice problem={problem} again={load} /> : <Loading />}</main>;
  }
  return (
    <Safe key={name + (route.path[1] ?? "")}>
      <Found route={route} session={session} />
    </Safe>
  );
}

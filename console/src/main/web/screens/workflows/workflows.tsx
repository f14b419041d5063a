import { useMemo, useState } from "preact/hooks";
import { segment } from "../../lib/api";
import { useApi } from "../../lib/data";
import { changed, go, type Route, to } from "../../lib/route";
import type { Definitions, Drawing, ScheduleList } from "../../lib/types";
import { short } from "../../lib/words";
import { Picture } from "../../drawing/picture";
import { usePages } from "../../parts/more";
import { Heading, News, Tabs, useNews } from "../../parts/page";
import { Panel } from "../../parts/panel";
import { type Decision, OpenDecision } from "../../parts/reason-dialog";
import { Text } from "../../parts/text";
import { Tree } from "../../parts/tree";
import type { ScreenProps, Session } from "../screen";
import { DeployForm } from "./deploy-form";
import { Schedules } from "./schedules";
import { StartForm } from "./start-form";
import { StepStatistics } from "./statistics";
import { CompareVersions } from "./versions";

const VIEWS = ["drawing", "definition", "compare", "statistics", "schedules", "start"];

/** Those that need to know which versions there are. */
const OF_VERSIONS = ["compare", "statistics"];
const VERSIONS_SHOWN = 8;

/** Workflows, and one of them. */
export function WorkflowsScreen({ route, session }: ScreenProps) {
  const name = route.path[1];
  return name === undefined ? <List route={route} session={session} /> : <Workflow key={name} name={name} route={route} session={session} />;
}

function List({ route, session }: { route: Route; session: Session }) {
  const definitions = useApi<Definitions>("v1/definitions", { every: 15_000 });
  const schedules = useApi<ScheduleList>("v1/schedules", { every: 15_000 });
  const deploys = route.query.get("view") === "deploy";
  const workflows = useMemo(() => {
    const versions = new Map<string, number[]>();
    for (const each of definitions.data?.definitions ?? []) {
      versions.set(each.workflow, [...(versions.get(each.workflow) ?? []), each.version]);
    }
    return [...versions]
      .map(([name, all]) => ({ name, versions: all.sort((one, other) => other - one) }))
      .sort((one, other) => one.name.localeCompare(other.name));
  }, [definitions.data]);
  return (
    <main id="main" data-screen="workflows">
      <header class="page-head">
        <div class="row">
          <Heading name="Workflows">Workflows</Heading>
          <span class="spread">
            <a href={changed(route, { view: deploys ? undefined : "deploy" })}>{deploys ? "Close the form" : "Deploy a definition"}</a>
          </span>
        </div>
      </header>
      {deploys && (
        <section class="panel" aria-label="Deploy" data-panel="Deploy">
          <header class="panel-head">
            <h2>Deploy a definition</h2>
          </header>
          <DeployForm may={session.may("deployer")} done={definitions.again} />
        </section>
      )}
      <Panel name="Workflows" of={definitions} empty={(data) => data.definitions.length === 0 && <Nothing />}>
        {() => (
          <div class="scroll" tabIndex={0} role="region" aria-label="The table">
            <table class="list">
              <thead>
                <tr>
                  <th scope="col">Workflow</th>
                  <th scope="col">Versions</th>
                  <th scope="col">Schedules</th>
                  <th scope="col">
                    <span class="sr">Further pages</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {workflows.map((workflow) => (
                  <tr key={workflow.name}>
                    <th scope="row">
                      <a href={to(["workflows", workflow.name])}>
                        <Text value={workflow.name} max={60} />
                      </a>
                    </th>
                    <td>
                      <Versions name={workflow.name} versions={workflow.versions} />
                    </td>
                    <td>{schedules.data?.schedules.filter((each) => each.workflow === workflow.name).length || ""}</td>
                    <td class="row">
                      <a href={to(["executions"], { workflow: workflow.name })}>Executions</a>{" "}
                      <a href={to(["workflows", workflow.name], { view: "start" })}>Start</a>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Panel>
      <Schedules of={schedules} may={session.may("operator")} route={route} />
    </main>
  );
}

function Nothing() {
  return (
    <>
      <p class="calm">No workflow is deployed.</p>
      <p>
        Deploy one: above, with <code>./reeve deploy FILE --server …</code>, or with <code>POST /v1/definitions</code>.
      </p>
    </>
  );
}

function Versions({ name, versions }: { name: string; versions: number[] }) {
  return (
    <>
      {versions.slice(0, VERSIONS_SHOWN).map((version) => (
        <a key={version} class="label-chip" href={to(["workflows", name], { version: String(version) })}>
          v{version}
        </a>
      ))}
      {versions.length > VERSIONS_SHOWN && <span class="faint"> and {versions.length - VERSIONS_SHOWN} older</span>}
    </>
  );
}

interface Definition {
  description?: string;
  input?: { schema?: unknown };
}

/** Removes a version that nothing needs. The server refuses it if an execution, a schedule or a workflow does. */
function removal(name: string, version: number): Decision {
  return {
    title: `remove version ${version} of ${short(name, 60)}`,
    effect:
      "Nothing can start with this version any more. It is refused, and nothing changes, while an execution is on it, open or ended, or anything else needs it.",
    path: `v1/definitions/${segment(name)}/${version}`,
    deletes: `${name} ${version}`,
  };
}

function Workflow({ name, route, session }: { name: string; route: Route; session: Session }) {
  const definitions = useApi<Definitions>("v1/definitions");
  const versions = (definitions.data?.definitions.filter((each) => each.workflow === name) ?? [])
    .map((each) => each.version)
    .sort((one, other) => other - one);
  const { shown, more } = usePages(versions, "version");
  const version = Number(route.query.get("version") ?? versions[0] ?? 0) || 0;
  const path = `v1/definitions/${segment(name)}/${version}`;
  const view = VIEWS.find((each) => each === route.query.get("view")) ?? "drawing";
  const undo = route.query.get("undo") === "true";
  const drawing = useApi<Drawing>(view === "drawing" ? `${path}/drawing?compensations=${undo}` : null);
  const definition = useApi<Definition>(path);
  const schedules = useApi<ScheduleList>(view === "schedules" ? "v1/schedules" : null, { every: 10_000 });
  const [open, show] = useState<Decision>();
  const [news, say] = useNews();
  return (
    <main id="main" data-screen="workflow">
      <header class="page-head">
        <p class="crumbs">
          <a href={to(["workflows"])}>Workflows</a>
        </p>
        <div class="row">
          <Heading name={short(name, 60)}>
            <Text value={name} max={80} />
          </Heading>
          {shown.map((each) => (
            <a
              key={each}
              class="label-chip"
              aria-current={each === version ? "true" : undefined}
              href={changed(route, { version: String(each) })}
            >
              v{each}
            </a>
          ))}
          {more}
          <span class="spread row">
            <a href={to(["executions"], { workflow: name })}>Executions</a>
            {session.may("deployer") && version > 0 && (
              <button type="button" class="danger" onClick={() => show(removal(name, version))}>
                Remove version {version}
              </button>
            )}
          </span>
        </div>
        <News text={news} />
        <OpenDecision
          decision={open}
          show={show}
          done={() => {
            say(`${open?.deletes} is removed.`);
            definitions.again();
            go(changed(route, { version: undefined }));
          }}
        />
        {definition.data?.description && (
          <p class="lead">
            <Text value={definition.data.description} max={300} />
          </p>
        )}
      </header>
      <Tabs label="Views of the workflow" tabs={VIEWS.map((id) => ({ id, name: id, to: changed(route, { view: id }) }))} now={view} />
      {view === "drawing" && (
        <Panel
          name="Drawing"
          of={drawing}
          class="flush"
          side={<a href={changed(route, { undo: undo ? undefined : "true" })}>{undo ? "Hide the undoing" : "Show the undoing"}</a>}
        >
          {(picture) => <Picture drawing={picture} />}
        </Panel>
      )}
      {view === "definition" && (
        <Panel name="Definition" of={definition}>
          {(data) => <Tree value={data} name={`${short(name, 60)}, version ${version}`} />}
        </Panel>
      )}
      {OF_VERSIONS.includes(view) && !definitions.data && (
        <Panel name="Versions" of={definitions}>
          {() => null}
        </Panel>
      )}
      {view === "compare" && definitions.data && <CompareVersions workflow={name} version={version} versions={versions} route={route} />}
      {view === "statistics" && definitions.data && <StepStatistics workflow={name} version={version} />}
      {view === "schedules" && <Schedules of={schedules} workflow={name} may={session.may("operator")} route={route} />}
      {view === "start" && (
        <Panel name="Start" title={`Start version ${version || "?"}`} of={definition}>
          {(data) => (
            <StartForm
              key={`${name} ${version}`}
              workflow={name}
              version={version}
              schema={data.input?.schema}
              may={session.may("starter", "operator")}
            />
          )}
        </Panel>
      )}
    </main>
  );
}

import { useEffect, useState } from "preact/hooks";
import { ofWorkflow } from "../../lib/changes";
import { OTHER_NODES_MS, useApi } from "../../lib/data";
import { changed, type Route, to } from "../../lib/route";
import type { Bulks, Inbox, InboxGroup, InboxUnoffered, MessageList } from "../../lib/types";
import { count, number, words } from "../../lib/words";
import { usePages } from "../../parts/more";
import { Heading, News, useNews } from "../../parts/page";
import { Panel } from "../../parts/panel";
import { ExecutionLink } from "../../parts/status";
import { usePointing, useStill } from "../../parts/still";
import { Text } from "../../parts/text";
import { Age, Moment } from "../../parts/time";
import { type OpenVerb, OpenVerbDialog } from "../../verbs/verb-dialog";
import type { Verb } from "../../verbs/verbs";
import type { ScreenProps } from "../screen";
import { BulkDialog } from "./bulk-dialog";
import { BulkList } from "./bulks";
import { Group } from "./group";
import { LastHour } from "./last-hour";
import { Messages } from "./messages";

const UNREADABLE_SHOWN = 5;

/** A short name for a group, for addresses. */
function nameOf(group: InboxGroup): string {
  let hash = 0x811c9dc5;
  for (const character of [group.action, group.purpose, group.cause, group.code, group.fingerprint].join("\n")) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/** The first page: what needs a person, grouped by cause. */
export function InboxScreen({ route, session }: ScreenProps) {
  const inbox = useApi<Inbox>("v1/inbox", { when: ofWorkflow(), every: OTHER_NODES_MS, pause: 2_000 });
  const bulks = useApi<Bulks>("v1/bulk-operations", { when: ofWorkflow("reeve_bulk"), every: OTHER_NODES_MS });
  const messages = useApi<MessageList>("v1/messages?limit=50", { every: 30_000 });
  const [news, say] = useNews();
  const [one, openOne] = useState<{ decision: OpenVerb; again: () => void }>();
  const [all, openAll] = useState<{ verb: Verb; group: InboxGroup }>();
  const undelivered = messages.data?.messages.length ?? 0;
  const { held, part } = usePointing();
  const groups = useStill(inbox.data?.groups ?? [], nameOf, held);
  const { shown, more } = usePages(groups, "group");
  const wanted = route.query.get("group");
  const chosen = groups.find((group) => nameOf(group) === wanted);
  const steps = groups.reduce((sum, group) => sum + group.steps, 0);
  useEffect(() => {
    if (inbox.data) {
      session.counted(steps);
    }
  }, [steps, inbox.data]);
  const open = steps + (inbox.data?.unoffered.length ?? 0);
  return (
    <main id="main" class="inbox" data-screen="inbox">
      <header class="page-head">
        <Heading name={inbox.data && open ? `Inbox (${number(steps)})` : "Inbox"}>{headline(steps, undelivered, inbox.data)}</Heading>
        {inbox.data && (
          <p class="lead">
            <Lead inbox={inbox.data} at={inbox.at} />
          </p>
        )}
        <News text={chosen ? "" : news} />
      </header>
      <div class={chosen ? "split chosen" : "split"}>
        <Panel name="Groups" of={inbox} class="groups" empty={(data) => data.groups.length === 0 && data.unoffered.length === 0 && <Calm />}>
          {(data) => (
            <>
              {data.unoffered.length > 0 && (
                <ul class="cards">
                  {data.unoffered.map((action) => (
                    <UnofferedCard key={action.action} action={action} />
                  ))}
                </ul>
              )}
              <ul class="cards" {...part}>
                {shown.map((group) => (
                  <GroupCard key={nameOf(group)} group={group} route={route} chosen={group === chosen} />
                ))}
              </ul>
              {more}
              {data.unreadable.length > 0 && (
                <p class="notice bad">
                  {count(data.unreadable.length, "execution")} cannot be read, because the history is damaged:{" "}
                  {data.unreadable.slice(0, UNREADABLE_SHOWN).map((id) => (
                    <ExecutionLink key={id} id={id} />
                  ))}
                </p>
              )}
            </>
          )}
        </Panel>
        {chosen ? (
          <Group
            key={nameOf(chosen)}
            group={chosen}
            route={route}
            session={session}
            news={news}
            open={(decision, again) => openOne({ decision, again })}
            openForAll={(verb) => openAll({ verb, group: chosen })}
          />
        ) : (
          groups.length > 0 && (
            <aside class="panel hint-panel">
              <p>Choose a group to see one of its executions, what each decision would do, and to decide for one or for all.</p>
            </aside>
          )
        )}
      </div>
      <Messages of={messages} may={session.may("operator")} />
      <BulkList of={bulks} may={session.may("operator")} />
      <LastHour />
      <OpenVerbDialog
        decision={one?.decision}
        show={() => openOne(undefined)}
        done={(text) => {
          say(text);
          inbox.again();
          one?.again();
        }}
      />
      {all && (
        <BulkDialog
          verb={all.verb}
          group={all.group}
          close={() => openAll(undefined)}
          done={(text) => {
            openAll(undefined);
            say(text);
            bulks.again();
          }}
        />
      )}
    </main>
  );
}

function Calm() {
  return (
    <>
      <p class="calm">All executions go on by themselves.</p>
      <p>Steps whose failures the policy leaves to a person come here, grouped by their cause.</p>
      <p>
        <a href={to(["executions"])}>See all executions</a>
      </p>
    </>
  );
}

function headline(steps: number, undelivered: number, inbox?: Inbox): string {
  if (!inbox) {
    return "Inbox";
  }
  if (steps > 0) {
    return `${count(steps, "step")} ${steps === 1 ? "needs" : "need"} a person`;
  }
  if (inbox.unoffered.length > 0) {
    return `${count(inbox.unoffered.length, "action")} without an agent`;
  }
  return undelivered > 0 ? `Messages about ${count(undelivered, "execution")} not delivered` : "Nothing needs a person";
}

function Lead({ inbox, at }: { inbox: Inbox; at: number }) {
  const oldest = inbox.groups.map((group) => group.oldest).sort()[0];
  return (
    <>
      {oldest && (
        <>
          The oldest waits for <b><Age time={oldest} suffix="" /></b>, in {count(inbox.groups.length, "group")} of the same cause.{" "}
        </>
      )}
      {inbox.more && <>Only the newest {number(inbox.executions)} executions were examined. </>}
      <span class="faint">
        As of <Moment time={new Date(at).toISOString()} />
      </span>
    </>
  );
}

function UnofferedCard({ action }: { action: InboxUnoffered }) {
  return (
    <li class="card tone-bad">
      <p class="card-count">{number(action.waiting)}</p>
      <div>
        <h2>
          No agent offers <code><Text value={action.action} max={60} /></code>
        </h2>
        <p>
          {count(action.waiting, "step waits", "steps wait")}, since <Age time={action.since} suffix="" />. Start an agent with this action
          {action.agent && <>; the last one, <b><Text value={action.agent} /></b>, went offline with work</>}.
        </p>
      </div>
    </li>
  );
}

function GroupCard({ group, route, chosen }: { group: InboxGroup; route: Route; chosen: boolean }) {
  return (
    <li class={"card tone-person" + (chosen ? " is-chosen" : "")} data-group={nameOf(group)}>
      <p class="card-count">
        <span aria-hidden="true">{number(group.steps)}</span>
        <span class="sr">{count(group.steps, "step")}</span>
      </p>
      <div>
        <h2>
          <a href={changed(route, { group: nameOf(group) })} aria-current={chosen ? "true" : undefined}>
            <code><Text value={group.action} max={60} /></code> {group.purpose === "COMPENSATION" ? "cannot undo" : "failed"}:{" "}
            <Text value={group.code} max={60} />
          </a>
        </h2>
        <p class="message">
          <Text value={group.exampleMessage} max={220} />
        </p>
        <p class="faint">
          oldest <Age time={group.oldest} /> · {words(group.cause)} · {group.verbs.slice(0, 4).map(words).join(", ")}
        </p>
      </div>
    </li>
  );
}

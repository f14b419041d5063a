import { useState } from "preact/hooks";
import { call, post } from "../../lib/api";
import { useLoaded } from "../../lib/data";
import { mistake } from "../../lib/json";
import type { BulkCount, BulkState, InboxGroup } from "../../lib/types";
import { count, words } from "../../lib/words";
import { DecisionDialog, useDecision } from "../../parts/decision-dialog";
import { useDraft } from "../../parts/dialog";
import { JsonField } from "../../parts/fields";
import { Loading, ProblemNotice } from "../../parts/panel";
import { Text } from "../../parts/text";
import { isOfStep, type Verb } from "../../verbs/verbs";

const PER_SECOND_MAX = 10_000;

const EFFECTS: Partial<Record<Verb, string>> = {
  RETRY: "Each step is tried again with all its attempts from the beginning. Those that fail again come back.",
  PROBE: "The service is asked what became of each step. Those that were done go on.",
  RESOLVE: "Each step is taken as done, with the same output. Nothing is called.",
  SKIP: "Each execution goes on without its step.",
  COMPENSATE: "The execution of each step is undone, and ends as compensated.",
  CANCEL: "The execution of each step is cancelled: all that it has done is undone.",
};

interface Props {
  verb: Verb;
  group: InboxGroup;
  close: () => void;
  done: (news: string) => void;
}

/** One verb for a whole group. The number that is confirmed is the number that is changed, or nothing is. */
export function BulkDialog({ verb, group, close, done }: Props) {
  const selection = {
    verb,
    action: group.action,
    purpose: group.purpose,
    cause: group.cause,
    code: group.code,
    fingerprint: group.fingerprint,
  };
  const counted = useLoaded("count", (signal) =>
    call<BulkCount>("v1/bulk-operations/count", { method: "POST", body: JSON.stringify(selection), signal }),
  );
  const name = "bulk " + JSON.stringify([verb, group.action, group.purpose, group.cause, group.code, group.fingerprint]);
  const [payload, setPayload, forgetPayload] = useDraft(name + " payload", "{}");
  const [pace, setPace] = useState("50");

  const expected = counted.data?.count;
  const subject = isOfStep(verb) ? "step" : "execution";
  const withOutput = verb === "RESOLVE" && group.purpose !== "COMPENSATION";
  const perSecond = Number(pace);
  const ready =
    expected !== undefined &&
    expected > 0 &&
    perSecond >= 1 &&
    perSecond <= PER_SECOND_MAX &&
    (!withOutput || mistake(payload) === undefined);

  const draft = useDecision(
    name + " reason",
    async (reason) => {
      const order = JSON.stringify({ ...selection, reason, perSecond, expected });
      const begun = await post<BulkState>("v1/bulk-operations", withOutput ? `${order.slice(0, -1)},"payload":${payload}}` : order);
      forgetPayload();
      return () =>
        done(`${words(verb)} of ${count(expected ?? 0, subject)} has begun, by ${begun.operation.actor}. Its progress is below.`);
    },
    counted.again,
  );

  return (
    <DecisionDialog
      title={
        <>
          {words(verb)}: <Text value={group.action} max={60} /> · <Text value={group.code} max={60} />
        </>
      }
      draft={draft}
      action={expected === undefined ? words(verb) : `${words(verb)} ${count(expected, subject)}`}
      ready={ready}
      danger={verb !== "RETRY" && verb !== "PROBE"}
      close={close}
    >
      {counted.problem && <ProblemNotice problem={counted.problem} again={counted.again} />}
      {expected === undefined && !counted.problem && <Loading />}
      {expected !== undefined && (
        <p class="big-count" data-count={expected}>
          <b>{count(expected, subject)}</b> {expected === 1 ? "matches" : "match"} now. {EFFECTS[verb]} If another number matches when
          you confirm, nothing is done.
        </p>
      )}
      {withOutput && <JsonField label="Output of each step" value={payload} set={setPayload} rows={5} />}
      <div class="field">
        <label for="pace">Executions per second, at most</label>
        <input id="pace" type="number" min={1} max={PER_SECOND_MAX} value={pace} onInput={(event) => setPace(event.currentTarget.value)} />
      </div>
    </DecisionDialog>
  );
}

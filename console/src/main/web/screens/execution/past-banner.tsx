import type { Ref } from "preact";
import { segment } from "../../lib/api";
import { of } from "../../lib/changes";
import { OTHER_NODES_MS, useApi } from "../../lib/data";
import type { Past } from "../../lib/past";
import { changed, go, type Route } from "../../lib/route";
import type { History } from "../../lib/types";
import { number, short } from "../../lib/words";
import { Moment } from "../../parts/time";

interface Props {
  id: string;
  past: Past;
  route: Route;
  /** for the focus, so that the arrow keys lead to other events at once */
  banner: Ref<HTMLElement>;
}

/** Says that the past is shown, and leads to other events and back to the present. */
export function PastBanner({ id, past, route, banner }: Props) {
  const newest = useApi<History>(`v1/executions/${segment(id)}/history?limit=1`, { when: of(id), every: OTHER_NODES_MS });
  const entries = newest.data?.entries ?? [];
  const last = entries[entries.length - 1]?.seq;
  const seq = /^[1-9]\d{0,8}$/.test(past.asOf) ? Number(past.asOf) : undefined;
  const isThere = (event: number | undefined) => event !== undefined && event >= 1 && last !== undefined && event <= last;
  const lead = (event: number | undefined) => {
    if (event !== seq && isThere(event)) {
      go(changed(route, { asOf: String(event) }), "replace");
    }
  };
  const keys: Record<string, number | undefined> = {
    ArrowLeft: seq && seq - 1,
    ArrowRight: seq && seq + 1,
    Home: 1,
    End: last,
  };
  const pressed = (event: KeyboardEvent) => {
    const modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (modified || !Object.hasOwn(keys, event.key) || event.target instanceof HTMLInputElement) {
      return; // such as Alt with an arrow key, which leads back to the page before
    }
    event.preventDefault();
    // each event is a reading of the history up to it: a key that is held down leads to one
    if (!event.repeat) {
      lead(keys[event.key]);
    }
  };
  const button = (name: string, event: number | undefined) => (
    <button type="button" aria-disabled={!isThere(event)} onClick={() => lead(event)}>
      {name}
    </button>
  );
  return (
    <section class="past" aria-label="The past" data-as-of={past.asOf} tabIndex={-1} ref={banner} onKeyDown={pressed}>
      <p role="status">
        <strong>The past.</strong> The execution as of event {seq === undefined ? <q>{short(past.asOf, 20)}</q> : number(seq)}
        {last !== undefined && <> of {number(last)}</>}
        {past.at !== undefined && (
          <>
            , <Moment time={new Date(past.at).toISOString()} />
          </>
        )}
        . Nothing can be decided here.
      </p>
      <p class="row">
        {button("Previous event", seq && seq - 1)}
        {button("Next event", seq && seq + 1)}
        <label class="row">
          Event{" "}
          <input
            type="number"
            min={1}
            max={last}
            value={past.asOf}
            onChange={(event) => {
              lead(Number(event.currentTarget.value));
              event.currentTarget.value = past.asOf; // what is shown, also if there is no such event
            }}
          />
        </label>
        <a href={changed(route, { asOf: undefined })}>Back to the present</a>
      </p>
    </section>
  );
}

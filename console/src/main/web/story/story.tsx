import { Fragment } from "preact";
import { duration } from "../lib/time";
import type { HistoryEntry } from "../lib/types";
import { FailureText } from "../parts/failure";
import { Text } from "../parts/text";
import { Moment } from "../parts/time";
import { sentence } from "./sentences";

const GAP_MS = 60_000;

/** What happened, in plain sentences, the newest first. */
export function Story({ entries, max = 200 }: { entries: HistoryEntry[]; max?: number }) {
  const newest = entries.slice(-max).reverse();
  return (
    <ol class="story">
      {newest.map((entry, index) => {
        const earlier = newest[index + 1];
        const gap = earlier ? Date.parse(entry.at) - Date.parse(earlier.at) : 0;
        return (
          <Fragment key={`${entry.seq} ${entries.length - index}`}>
            <Told entry={entry} />
            {gap > GAP_MS && <li class="gap">{duration(gap)} later</li>}
          </Fragment>
        );
      })}
    </ol>
  );
}

function Told({ entry }: { entry: HistoryEntry }) {
  const told = sentence(entry.event);
  return (
    <li class={"mood-" + told.mood}>
      <span class="when">
        <Moment time={entry.at} />
      </span>
      <div class="what">
        <p>{told.text}</p>
        {told.actor && (
          <p class="by">
            by <Text value={told.actor} max={80} />
            {told.reason && (
              <>
                : <q><Text value={told.reason} max={400} /></q>
              </>
            )}
          </p>
        )}
        {!told.actor && told.reason && (
          <p class="by">
            <q><Text value={told.reason} max={400} /></q>
          </p>
        )}
        {told.failure && (
          <p class="by">
            <FailureText failure={told.failure} />
          </p>
        )}
      </div>
    </li>
  );
}

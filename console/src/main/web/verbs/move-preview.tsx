import type { MoveCheck, MoveCheckObstacle } from "../lib/types";
import { count, number, shortId } from "../lib/words";
import { ExecutionLink } from "../parts/status";
import { Text } from "../parts/text";

const OBSTACLES_SHOWN = 10;

/**
 * How many open executions could move to a definition, and what prevents the others. All are checked together, so an
 * obstacle names one execution that it concerns.
 *
 * execution: the one that is to move, if there is one
 */
export function MovePreview({ of, execution }: { of: MoveCheck; execution?: string }) {
  const more = of.obstacles.length - OBSTACLES_SHOWN;
  return (
    <div data-check={of.version}>
      <p>
        <b>
          {number(of.movable)} of {count(of.executions, "open execution")}
        </b>{" "}
        on other versions could move{of.more && <>; only the newest were examined</>}.
      </p>
      {of.obstacles.length > 0 && (
        <>
          <p>The others cannot, because:</p>
          <ul>
            {of.obstacles.slice(0, OBSTACLES_SHOWN).map((each, index) => (
              <Obstacle key={index} of={each} own={each.example === execution} />
            ))}
          </ul>
          {more > 0 && <p class="faint">and {count(more, "other obstacle")}</p>}
        </>
      )}
    </div>
  );
}

function Obstacle({ of, own }: { of: MoveCheckObstacle; own: boolean }) {
  return (
    <li class={own ? "bad-text" : undefined} data-own={own}>
      {of.step !== undefined && (
        <>
          step <b><Text value={of.step} max={60} /></b>{" "}
        </>
      )}
      <Text value={of.problem} max={300} />{" "}
      <span class="faint">
        ({count(of.executions, "execution")},{" "}
        {own ? "this one too" : <>such as <ExecutionLink id={of.example}>{shortId(of.example)}</ExecutionLink></>})
      </span>
    </li>
  );
}

import { useContext } from "preact/hooks";
import type { Loaded } from "../../lib/data";
import { PastContext } from "../../lib/past";
import { changed, go, type Route, to } from "../../lib/route";
import type { Drawing, DrawingNode, Execution } from "../../lib/types";
import { number, short, stepOf } from "../../lib/words";
import { Picture } from "../../drawing/picture";
import { Panel } from "../../parts/panel";
import { ExecutionLink } from "../../parts/status";
import { StepData } from "./step-data";

const SHOWN = 10;

interface Props {
  drawing: Loaded<Drawing>;
  execution: Loaded<Execution>;
  route: Route;
}

/** The execution on the drawing of its definition. */
export function GraphView({ drawing, execution, route }: Props) {
  const data = execution.data;
  if (data?.action) {
    return (
      <section class="panel">
        <p class="empty">A job is one action: it has no graph.</p>
      </section>
    );
  }
  const step = route.query.get("step") ?? "";
  const undo = route.query.get("undo") === "true";
  const unfolded = route.query.get("folded") === "false";
  const chosen = drawing.data?.nodes.find((node) => node.id === step || node.steps.includes(stepOf(step)));
  return (
    <>
      <Panel
        name="Graph"
        of={drawing}
        class="flush"
        side={
          <span class="row">
            <a href={changed(route, { undo: undo ? undefined : "true" })}>{undo ? "Hide the undoing" : "Show the undoing"}</a>
            <a href={changed(route, { folded: unfolded ? undefined : "false" })}>{unfolded ? "Fold" : "Unfold"} alike steps</a>
          </span>
        }
      >
        {(picture) => (
          <Picture
            drawing={picture}
            execution={data}
            chosen={chosen?.id}
            choose={(node) => go(changed(route, { step: node.id === chosen?.id ? undefined : node.steps[0] }), "replace")}
          />
        )}
      </Panel>
      {chosen && data && <Chosen node={chosen} execution={data} step={step} />}
    </>
  );
}

function Chosen({ node, execution, step }: { node: DrawingNode; execution: Execution; step: string }) {
  const exact = step.includes("[");
  const steps = execution.steps.filter((each) => node.steps.includes(stepOf(each.step)) && (!exact || each.step === step));
  const asOf = useContext(PastContext)?.asOf;
  const page = (view: string) => to(["execution", execution.id], { view, step: node.steps[0], asOf });
  return (
    <section class="panel" aria-label="The chosen step" data-panel="step">
      <header class="panel-head">
        <h2>{short(node.label.join(" ") || node.id, 80)}</h2>
        <a href={page("history")}>Its events</a>
      </header>
      {steps.length === 0 && <p class="faint">It has not begun.</p>}
      {steps.slice(0, SHOWN).map((each) => (
        <div key={each.step}>
          {each.child && (
            <p>
              Done by <ExecutionLink id={each.child} />
            </p>
          )}
          <StepData id={execution.id} step={each} own={execution.input} />
        </div>
      ))}
      {steps.length > SHOWN && (
        <p>
          <a href={page("data")}>All {number(steps.length)} in the data</a>
        </p>
      )}
    </section>
  );
}

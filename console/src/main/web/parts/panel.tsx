import { Component, type ComponentChildren } from "preact";
import { BASE } from "../lib/api";
import type { Loaded } from "../lib/data";
import type { Problem } from "../lib/problem";
import { short } from "../lib/words";
import { Text } from "./text";

/** Keeps a mistake in one part of the page from the others. */
export class Safe extends Component<{ children: ComponentChildren }, { broken?: unknown }> {
  override state: { broken?: unknown } = {};

  override componentDidCatch(broken: unknown) {
    this.setState({ broken });
  }

  override render() {
    return this.state.broken === undefined ? (
      this.props.children
    ) : (
      <div class="notice bad" role="alert">
        <p>This part of the page made a mistake: {short(String(this.state.broken))}</p>
        <button type="button" onClick={() => this.setState({ broken: undefined })}>
          Show it again
        </button>
      </div>
    );
  }
}

function headline(problem: Problem): string {
  switch (problem.reason) {
    case "unauthenticated":
      return "The server wants a key.";
    case "login":
      return "Your login has ended.";
    case "forbidden":
      return "Your roles do not allow this.";
    case "missing":
      return "Not found.";
    case "offline":
      return "No answer from the server.";
    case "refused":
      return "Refused.";
    case "failed":
      return "This did not work.";
  }
}

export function ProblemNotice({ problem, again, stale }: { problem: Problem; again?: () => void; stale?: boolean }) {
  const waits = problem.reason === "offline" || problem.reason === "login";
  return (
    <div class={"notice " + (waits ? "wait" : "bad")} role="alert" data-state={problem.reason}>
      <p>
        <strong>{headline(problem)}</strong> <Text value={problem.message} max={400} />
        {stale && " The page shows what it had before."}
      </p>
      <p class="row">
        {problem.reason === "login" && (
          <button type="button" onClick={() => location.reload()}>
            Log in
          </button>
        )}
        {again && problem.reason !== "forbidden" && problem.reason !== "login" && (
          <button type="button" onClick={again}>
            Try again
          </button>
        )}
        {problem.code && (
          <a href={BASE + "v1/errors/" + encodeURIComponent(problem.code)} target="_blank" rel="noreferrer">
            {problem.code}
          </a>
        )}
        {problem.instance && (
          <span class="faint">
            in the log of the server: <Text value={problem.instance} />
          </span>
        )}
      </p>
    </div>
  );
}

interface PanelProps<T> {
  /** for screen readers and tests */
  name: string;
  title?: ComponentChildren;
  side?: ComponentChildren;
  of: Loaded<T>;
  class?: string;
  /** what to say in place of nothing; false if there is something */
  empty?: (data: T) => ComponentChildren | false;
  children: (data: T) => ComponentChildren;
}

/** A part of a page with data of its own. Each state is shown: loading, problem, empty, old, and what it has. */
export function Panel<T>({ name, title, side, of, class: style, empty, children }: PanelProps<T>) {
  const nothing = of.data === undefined ? false : (empty?.(of.data) ?? false);
  return (
    <section class={"panel " + (style ?? "")} aria-label={name} aria-busy={of.loading} data-panel={name}>
      {(title || side) && (
        <header class="panel-head">
          {title && <h2>{title}</h2>}
          {side}
        </header>
      )}
      {of.problem && <ProblemNotice problem={of.problem} again={of.again} stale={of.data !== undefined} />}
      {of.data === undefined && !of.problem && of.loading && <Loading />}
      {of.data !== undefined && (
        <Safe>
          {nothing === false ? (
            children(of.data)
          ) : (
            <div class="empty" data-state="empty">
              {nothing}
            </div>
          )}
        </Safe>
      )}
    </section>
  );
}

export function Loading() {
  return (
    <div class="loading" data-state="loading">
      <span class="sr">Loading</span>
      <i />
      <i />
      <i />
    </div>
  );
}

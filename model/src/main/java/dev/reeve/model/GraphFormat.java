package dev.reeve.model;

/**
 * Ways to show the graph of a workflow.
 *
 * <pre>{@code
 * String diagram = GraphFormat.MERMAID.of(workflow);
 * }</pre>
 */
public enum GraphFormat {
    /** A list of the steps in the order in which they can run, for a terminal. */
    TEXT,
    /** A flowchart of <a href="https://mermaid.js.org">Mermaid</a>, as many documentation tools show it. */
    MERMAID,
    /** The language of <a href="https://graphviz.org">Graphviz</a>. */
    DOT;

    /** The graph as text, which ends with a line break. The workflow is one that has been checked. */
    public String of(Workflow workflow) {
        return switch (this) {
            case TEXT -> TextGraph.of(workflow);
            case MERMAID -> MermaidGraph.of(workflow);
            case DOT -> DotGraph.of(workflow);
        };
    }
}

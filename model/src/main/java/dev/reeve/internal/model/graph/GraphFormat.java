package dev.reeve.internal.model.graph;

import dev.reeve.internal.model.definition.Definition;

/**
 * Formats that show the graph of a workflow.
 *
 * <pre>{@code
 * String diagram = GraphFormat.MERMAID.of(workflow);
 * }</pre>
 */
public enum GraphFormat {
    /** A list of the steps in a possible order of execution, for a terminal. */
    TEXT,
    /** A <a href="https://mermaid.js.org">Mermaid</a> flowchart, which many documentation tools render. */
    MERMAID,
    /** The DOT language of <a href="https://graphviz.org">Graphviz</a>. */
    DOT;

    /**
     * Returns the graph as text that ends with a line break.
     *
     * @param workflow a workflow that was checked
     */
    public String of(Definition workflow) {
        return switch (this) {
            case TEXT -> TextGraph.of(workflow);
            case MERMAID -> MermaidGraph.of(workflow);
            case DOT -> DotGraph.of(workflow);
        };
    }
}

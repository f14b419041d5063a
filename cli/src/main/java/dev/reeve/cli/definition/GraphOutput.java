package dev.reeve.cli.definition;

import dev.reeve.internal.drawing.DrawingOptions;
import dev.reeve.internal.drawing.Drawings;
import dev.reeve.internal.drawing.svg.Svg;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.graph.GraphFormat;
import java.util.function.BiFunction;

/** How {@code graph} shows a definition. */
enum GraphOutput {
    /** A list of the steps. */
    TEXT((workflow, options) -> GraphFormat.TEXT.of(workflow)),
    /** For documentation tools. */
    MERMAID((workflow, options) -> GraphFormat.MERMAID.of(workflow)),
    /** For Graphviz. */
    DOT((workflow, options) -> GraphFormat.DOT.of(workflow)),
    /** A picture. */
    SVG((workflow, options) -> Svg.of(Drawings.of(workflow, options)));

    @SuppressWarnings("ImmutableEnumChecker") // the functions keep nothing
    private final BiFunction<Definition, DrawingOptions, String> written;

    GraphOutput(BiFunction<Definition, DrawingOptions, String> written) {
        this.written = written;
    }

    /**
     * The text to print, which ends with a line break.
     *
     * @param options of a picture
     */
    String of(Definition workflow, DrawingOptions options) {
        return written.apply(workflow, options);
    }
}

package dev.reeve.cli.definition;

import dev.reeve.internal.drawing.DrawingOptions;
import dev.reeve.internal.drawing.Drawings;
import dev.reeve.internal.drawing.svg.Svg;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.graph.GraphFormat;

/** How {@code graph} shows a definition. */
enum GraphOutput {
    /** A list of the steps. */
    TEXT {
        @Override
        String of(Definition workflow, DrawingOptions options) {
            return GraphFormat.TEXT.of(workflow);
        }
    },
    /** For documentation tools. */
    MERMAID {
        @Override
        String of(Definition workflow, DrawingOptions options) {
            return GraphFormat.MERMAID.of(workflow);
        }
    },
    /** For Graphviz. */
    DOT {
        @Override
        String of(Definition workflow, DrawingOptions options) {
            return GraphFormat.DOT.of(workflow);
        }
    },
    /** A picture. */
    SVG {
        @Override
        String of(Definition workflow, DrawingOptions options) {
            return Svg.of(Drawings.of(workflow, options));
        }
    };

    /**
     * The text to print, which ends with a line break.
     *
     * @param options of a picture
     */
    abstract String of(Definition workflow, DrawingOptions options);
}

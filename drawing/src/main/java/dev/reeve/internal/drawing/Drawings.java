package dev.reeve.internal.drawing;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws definitions. The same definition and options give the same drawing.
 *
 * <pre>{@code
 * Drawing drawing = Drawings.of(Workflow.load(file), DrawingOptions.defaults());
 * String picture = Svg.of(drawing);
 * }</pre>
 */
public final class Drawings {

    private static final int MARGIN = 24;

    /** Within a frame. */
    private static final int FRAME_PADDING = 18;

    private static final int FRAME_LABEL = 30;
    private static final int FRAME_GAP = 32;
    private static final int FRAME_WIDTH_MIN = 200;
    private static final String FINALLY = "finally, with any outcome";

    private Drawings() {}

    /** Draws a workflow that was checked. */
    public static Drawing of(Workflow workflow, DrawingOptions options) {
        Definition definition = DefinitionReader.of(workflow);
        List<Drawing.Node> nodes = new ArrayList<>();
        List<Drawing.Edge> edges = new ArrayList<>();
        List<Drawing.Frame> frames = new ArrayList<>();
        Scene steps = new Scene(definition.steps(), true, options);
        int inner = steps.width();
        int end = MARGIN + steps.height();
        if (definition.finallySteps().isEmpty()) {
            steps.draw(MARGIN, MARGIN, nodes, edges, frames);
        } else {
            Scene last = new Scene(definition.finallySteps(), false, options);
            int frame = Math.max(FRAME_WIDTH_MIN, last.width() + 2 * FRAME_PADDING);
            inner = Math.max(inner, frame);
            steps.draw(MARGIN + (inner - steps.width()) / 2, MARGIN, nodes, edges, frames);
            int axis = (inner - steps.width()) / 2 + steps.axisOfFirst();
            int left = MARGIN + Math.clamp(axis - frame / 2, 0, inner - frame);
            int top = end + FRAME_GAP;
            int height = FRAME_LABEL + last.height() + FRAME_PADDING;
            frames.add(new Drawing.Frame(FINALLY, left, top, frame, height));
            last.draw(left + (frame - last.width()) / 2, top + FRAME_LABEL, nodes, edges, frames);
            end = top + height;
        }
        return new Drawing(
                Drawing.LAYOUT,
                definition.name(),
                definition.version(),
                definition.description(),
                inner + 2 * MARGIN,
                end + MARGIN,
                nodes,
                edges,
                frames);
    }

    /** Draws a stored definition. */
    public static Drawing of(Json stored, DrawingOptions options) {
        return of(DefinitionReader.restore(stored), options);
    }
}

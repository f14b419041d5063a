package dev.reeve.internal.drawing.svg;

import dev.reeve.internal.drawing.Drawing;
import dev.reeve.internal.drawing.EdgeKind;
import dev.reeve.internal.drawing.Mark;
import dev.reeve.internal.drawing.NodeKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a drawing as a picture that needs nothing else: no font, no script, no address. It follows the reader's choice
 * of light or dark, and prints on white. A pointer at a node shows the whole text of the node.
 */
public final class Svg {

    private static final int NAME_LINE = 40;
    private static final int ABOUT_LINE = 17;
    private static final int ABOUT_LINES_MAX = 2;
    private static final int HEADER_MARGIN = 24;
    private static final int WIDTH_MIN = 260;

    /** Steps that the description names. */
    private static final int NAMED_MAX = 40;

    private final Drawing drawing;
    private final StringBuilder out = new StringBuilder();

    private Svg(Drawing drawing) {
        this.drawing = drawing;
    }

    /** The style sheet of all pictures. */
    public static String styleSheet() {
        return SvgStyle.sheet();
    }

    /** The picture, which ends with a line break. */
    public static String of(Drawing drawing) {
        Svg svg = new Svg(drawing);
        svg.write();
        return svg.out.toString();
    }

    private void write() {
        int width = Math.max(WIDTH_MIN, drawing.width());
        List<String> about = Lines.of(drawing.description(), width - 2 * HEADER_MARGIN, ABOUT_LINES_MAX);
        int header = NAME_LINE + about.size() * ABOUT_LINE;
        int height = drawing.height() + header;
        line(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"reeve-title reeve-text\">"
                        .formatted(width, height, width, height));
        line("<title id=\"reeve-title\">%s, version %d</title>"
                .formatted(SvgText.escaped(drawing.workflow()), drawing.version()));
        line("<desc id=\"reeve-text\">%s</desc>".formatted(SvgText.escaped(description())));
        line("<style>%s</style>".formatted(SvgStyle.sheet()));
        out.append(SvgStyle.definitions());
        line("<rect class=\"sheet\" width=\"%d\" height=\"%d\" rx=\"10\"/>".formatted(width, height));
        header(about, width);
        line("<g transform=\"translate(%d %d)\">".formatted((width - drawing.width()) / 2, header));
        drawing.frames().forEach(this::frame);
        edges(EdgeKind.AFTER, EdgeKind.CHOICE);
        edges(EdgeKind.UNDO, EdgeKind.UNDO);
        drawing.nodes().forEach(this::node);
        out.append("</g>\n</svg>\n");
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private void header(List<String> about, int width) {
        String name = Lines.cut(drawing.workflow(), 17, width - 2 * HEADER_MARGIN - 80);
        line(
                "<text class=\"name\" x=\"%d\" y=\"32\">%s<tspan class=\"about\" dx=\"10\" font-weight=\"400\">version %d</tspan></text>"
                        .formatted(HEADER_MARGIN, SvgText.escaped(name), drawing.version()));
        for (int i = 0; i < about.size(); i++) {
            line("<text class=\"about\" x=\"%d\" y=\"%d\">%s</text>"
                    .formatted(HEADER_MARGIN, 52 + i * ABOUT_LINE, SvgText.escaped(about.get(i))));
        }
    }

    /** For readers who do not see the picture. */
    private String description() {
        List<String> steps = new ArrayList<>();
        for (Drawing.Node node : drawing.nodes()) {
            if (node.kind() != NodeKind.START && node.kind() != NodeKind.CASE && steps.size() < NAMED_MAX) {
                steps.add(node.text().replace("\n", ", "));
            }
        }
        long all = drawing.nodes().stream()
                .filter(node -> node.kind() != NodeKind.CASE && node.kind() != NodeKind.COMPENSATION)
                .mapToLong(node -> node.steps().size())
                .sum();
        return "A graph of %,d %s. %s%s"
                .formatted(
                        all,
                        all == 1 ? "step" : "steps",
                        String.join("; ", steps),
                        steps.size() == NAMED_MAX ? "; and others." : ".");
    }

    private void frame(Drawing.Frame frame) {
        line("<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"12\"/>"
                .formatted(frame.x(), frame.y(), frame.width(), frame.height()));
        if (frame.label().isEmpty()) {
            return;
        }
        line("<text class=\"frame-label\" x=\"%d\" y=\"%d\">%s</text>"
                .formatted(frame.x() + 16, frame.y() + 20, SvgText.escaped(frame.label())));
    }

    private void edges(EdgeKind one, EdgeKind other) {
        boolean undo = one == EdgeKind.UNDO;
        StringBuilder heads = new StringBuilder();
        for (Drawing.Edge edge : drawing.edges()) {
            if (edge.kind() == one || edge.kind() == other) {
                line("<path class=\"%s\" d=\"%s\"/>"
                        .formatted(
                                undo ? "edge undo" : "edge",
                                SvgPath.rounded(edge.points(), edge.kind() != EdgeKind.CHOICE)));
                if (edge.kind() != EdgeKind.CHOICE) {
                    heads.append(SvgPath.head(edge.points()));
                }
            }
        }
        if (!heads.isEmpty()) {
            line("<path class=\"%s\" d=\"%s\"/>".formatted(undo ? "undo-head" : "head", heads));
        }
    }

    private void node(Drawing.Node node) {
        line("<g class=\"%s%s\" data-node=\"%s\">"
                .formatted(node.kind(), node.marks().contains(Mark.PIVOT) ? " pivot" : "", SvgText.escaped(node.id())));
        line("<title>%s</title>".formatted(SvgText.escaped(node.text())));
        out.append(new NodeShape(node).svg());
        line("</g>");
    }
}

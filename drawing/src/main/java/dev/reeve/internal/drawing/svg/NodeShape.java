package dev.reeve.internal.drawing.svg;

import dev.reeve.internal.drawing.Drawing;
import dev.reeve.internal.drawing.Mark;
import dev.reeve.internal.drawing.NodeKind;

/** The shape of a node, its sign and its texts. Each kind has a shape of its own, so that colours are not needed. */
final class NodeShape {

    private static final int STACK = 8;
    private static final int TEXT_LEFT = 46;
    private static final int SLOPE = 12;
    private static final int SIGN = 16;
    private static final int BEHIND = 28;
    private static final int LABEL_LINE = 17;
    private static final int SMALL_LINE = 15;
    private static final int FOLD = 12;

    private final Drawing.Node node;
    private final int x;
    private final int y;
    private final int width;
    private final int height;
    private final StringBuilder out = new StringBuilder();

    NodeShape(Drawing.Node node) {
        this.node = node;
        boolean stack = has(Mark.ITEMS) || has(Mark.GROUP);
        this.x = node.x();
        this.y = node.y();
        this.width = node.width() - (stack ? STACK : 0);
        this.height = node.height() - (stack ? STACK : 0);
    }

    private boolean has(Mark mark) {
        return node.marks().contains(mark);
    }

    String svg() {
        switch (node.kind()) {
            case START -> start();
            case CASE -> choice();
            case COMPENSATION -> compensation();
            default -> card();
        }
        return out.toString();
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private void start() {
        line("<circle class=\"start\" cx=\"%s\" cy=\"%s\" r=\"7\"/>"
                .formatted(SvgPath.number(x + width / 2.0), SvgPath.number(y + height / 2.0)));
    }

    private void choice() {
        line("<rect class=\"case\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"12\"/>"
                .formatted(x, y, width, height));
        line("<text class=\"case-label\" text-anchor=\"middle\" x=\"%s\" y=\"%d\">%s</text>"
                .formatted(SvgPath.number(x + width / 2.0), y + 16, SvgText.escaped(String.join("", node.label()))));
    }

    private void compensation() {
        line("<rect class=\"undoing\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"9\"/>"
                .formatted(x, y, width, height));
        sign("COMPENSATION", x + 11, y + (height - SIGN) / 2);
        text("task", x + 34, y + height / 2 + 4, node.task());
    }

    private void card() {
        if (has(Mark.ITEMS) || has(Mark.GROUP)) {
            box(STACK);
            box(STACK / 2);
        }
        box(0);
        int inner = isSloped() ? SLOPE : 0;
        int lines = node.label().size() * LABEL_LINE
                + (node.task().isEmpty() ? 0 : SMALL_LINE)
                + node.notes().size() * SMALL_LINE;
        int top = y + (height - lines) / 2;
        line("<rect class=\"behind\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"7\"/>"
                .formatted(x + inner + 9, y + (height - BEHIND) / 2, BEHIND, BEHIND));
        sign(node.kind(), x + inner + 15, y + (height - SIGN) / 2);
        int left = x + inner + TEXT_LEFT;
        int baseline = top + 13;
        for (String label : node.label()) {
            text("label", left, baseline, label);
            baseline += LABEL_LINE;
        }
        baseline -= 1;
        if (!node.task().isEmpty()) {
            text("task", left, baseline, node.task());
            baseline += SMALL_LINE;
        }
        for (String note : node.notes()) {
            text("note", left, baseline, note);
            baseline += SMALL_LINE;
        }
        if (has(Mark.UNDONE)) {
            line("<g class=\"mark\"><use class=\"sign\" href=\"#%s\" x=\"%d\" y=\"%d\"/></g>"
                    .formatted(SvgStyle.id("COMPENSATION"), x + width - inner - 24, y + 8));
        }
        if (has(Mark.LOOP)) {
            line("<circle class=\"badge\" cx=\"%d\" cy=\"%d\" r=\"11\"/>".formatted(x + width - 3, y + 3));
            line("<use class=\"sign\" href=\"#%s\" x=\"%d\" y=\"%d\"/>"
                    .formatted(SvgStyle.id("LOOP"), x + width - 11, y - 5));
        }
    }

    private void text(String style, int left, int baseline, String text) {
        line("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>".formatted(style, left, baseline, SvgText.escaped(text)));
    }

    private void sign(Object sign, int left, int top) {
        line("<use class=\"sign\" href=\"#%s\" x=\"%d\" y=\"%d\"/>".formatted(SvgStyle.id(sign), left, top));
    }

    private boolean isSloped() {
        return switch (node.kind()) {
            case SWITCH, FAIL, COMPLETE, WAIT, AWAIT -> true;
            case START, ACTION, CHILD, CASE, VALUE, COMPENSATION -> false;
        };
    }

    /** The outline, moved to the lower right. */
    private void box(int moved) {
        int left = x + moved;
        int top = y + moved;
        int right = left + width;
        int bottom = top + height;
        switch (node.kind()) {
            case WAIT, AWAIT, COMPLETE -> {
                rect(left, top, width, height, Math.min(24, height / 2));
                if (node.kind() == NodeKind.COMPLETE) {
                    line("<rect class=\"line\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\"/>"
                            .formatted(left + 3, top + 3, width - 6, height - 6, Math.min(24, height / 2) - 3));
                }
            }
            case SWITCH ->
                path("M%d %dH%dL%d %sL%d %dH%dL%d %sz"
                        .formatted(
                                left + 16,
                                top,
                                right - 16,
                                right,
                                SvgPath.number(top + height / 2.0),
                                right - 16,
                                bottom,
                                left + 16,
                                left,
                                SvgPath.number(top + height / 2.0)));
            case FAIL ->
                path("M%d %dH%dL%d %dV%dL%d %dH%dL%d %dV%dz"
                        .formatted(
                                left + 14,
                                top,
                                right - 14,
                                right,
                                top + 14,
                                bottom - 14,
                                right - 14,
                                bottom,
                                left + 14,
                                left,
                                bottom - 14,
                                top + 14));
            case VALUE -> {
                path("M%d %dH%dL%d %dV%dH%dz".formatted(left, top, right - FOLD, right, top + FOLD, bottom, left));
                line("<path class=\"line\" d=\"M%d %dv%dh%d\"/>".formatted(right - FOLD, top, FOLD, FOLD));
            }
            case CHILD -> {
                rect(left, top, width, height, 4);
                line("<path class=\"line\" d=\"M%d %dv%dM%d %dv%d\"/>"
                        .formatted(left + 5, top, height, right - 5, top, height));
            }
            default -> rect(left, top, width, height, 9);
        }
    }

    private void rect(int left, int top, int wide, int high, int radius) {
        line("<rect class=\"box\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\"/>"
                .formatted(left, top, wide, high, radius));
    }

    private void path(String path) {
        line("<path class=\"box\" d=\"%s\"/>".formatted(path));
    }
}

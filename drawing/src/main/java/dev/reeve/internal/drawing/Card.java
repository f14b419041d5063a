package dev.reeve.internal.drawing;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A node before it has a place: its texts, cut to their room, and its size. */
final class Card {

    /** Where the texts of a card begin. */
    private static final int TEXT_LEFT = 46;

    private static final int TEXT_RIGHT = 18;
    private static final int TEXT_MIN = 84;
    private static final int TEXT_MAX = 212;

    /** A compensation has a smaller sign, and one line. */
    private static final int UNDO_LEFT = 34;

    private static final int PADDING = 10;
    private static final int HEIGHT_MIN = 48;

    /** Of the mark of a step that can be undone. */
    private static final int UNDONE = 20;

    /** How far the points of a switch and the slopes of an end reach beyond the text. */
    private static final int SLOPE = 12;

    /** How far the cards behind a card are seen. */
    static final int STACK = 8;

    private static final int CASE_HEIGHT = 24;
    private static final int CASE_PADDING = 12;
    private static final int START_SIZE = 18;
    private static final int UNDO_HEIGHT = 34;
    private static final int CORNER = 12;

    static final double LABEL_SIZE = 13;
    static final double SMALL_SIZE = 11;
    private static final int LABEL_LINE = 17;
    private static final int SMALL_LINE = 15;

    private final String id;
    private final NodeKind kind;
    private final List<String> steps;
    private final List<String> label;
    private final String task;
    private final List<String> notes;
    private final Set<Mark> marks;
    private final String text;
    private final int width;
    private final int height;

    private Card(Builder builder) {
        this.id = builder.id;
        this.kind = builder.kind;
        this.steps = builder.steps;
        this.marks = builder.marks;
        this.text = builder.text;
        int room = TEXT_MAX - (marks.contains(Mark.UNDONE) ? UNDONE : 0);
        this.label = lines(builder.name, room);
        this.task = TextWidth.cut(Printable.line(builder.task), SMALL_SIZE, false, room);
        this.notes = builder.notes.stream()
                .map(note -> TextWidth.cut(Printable.line(note), SMALL_SIZE, false, TEXT_MAX))
                .toList();
        int stack = marks.contains(Mark.ITEMS) || marks.contains(Mark.GROUP) ? STACK : 0;
        this.width = width() + stack;
        this.height = height() + stack;
    }

    private static List<String> lines(String name, int room) {
        if (name.isEmpty()) {
            return List.of();
        }
        String line = Printable.line(name);
        if (TextWidth.of(line, LABEL_SIZE, true) <= room) {
            return List.of(line);
        }
        int end = 0;
        for (int i = 1; i < line.length(); i++) {
            boolean breaks = line.charAt(i - 1) == '_' || line.charAt(i - 1) == ' ';
            if (breaks && TextWidth.of(line.substring(0, i), LABEL_SIZE, true) <= room) {
                end = i;
            }
        }
        return end == 0
                ? List.of(TextWidth.cut(line, LABEL_SIZE, true, room))
                : List.of(line.substring(0, end), TextWidth.cut(line.substring(end), LABEL_SIZE, true, room));
    }

    private int width() {
        double widest = 0;
        for (String line : label) {
            widest = Math.max(widest, TextWidth.of(line, LABEL_SIZE, kind != NodeKind.CASE));
        }
        widest = Math.max(widest, TextWidth.of(task, SMALL_SIZE, false));
        if (marks.contains(Mark.UNDONE)) {
            widest += UNDONE;
        }
        for (String note : notes) {
            widest = Math.max(widest, TextWidth.of(note, SMALL_SIZE, false));
        }
        int text = (int) Math.ceil(widest);
        return switch (kind) {
            case START -> START_SIZE;
            case CASE -> text + 2 * CASE_PADDING;
            case COMPENSATION -> UNDO_LEFT + text + TEXT_RIGHT;
            case SWITCH, FAIL, COMPLETE, WAIT, AWAIT -> TEXT_LEFT + Math.max(TEXT_MIN, text) + TEXT_RIGHT + 2 * SLOPE;
            case ACTION, CHILD, VALUE -> TEXT_LEFT + Math.max(TEXT_MIN, text) + TEXT_RIGHT;
        };
    }

    private int height() {
        return switch (kind) {
            case START -> START_SIZE;
            case CASE -> CASE_HEIGHT;
            case COMPENSATION -> UNDO_HEIGHT;
            default -> {
                int text = label.size() * LABEL_LINE + (task.isEmpty() ? 0 : SMALL_LINE) + notes.size() * SMALL_LINE;
                yield Math.max(HEIGHT_MIN, text + 2 * PADDING);
            }
        };
    }

    String id() {
        return id;
    }

    int fullWidth() {
        return width;
    }

    int fullHeight() {
        return height;
    }

    /** How far from the middle an edge may come or go. */
    int port() {
        int slope = kind == NodeKind.ACTION || kind == NodeKind.CHILD || kind == NodeKind.VALUE ? 0 : SLOPE;
        return kind == NodeKind.START ? 0 : Math.max(0, width / 2 - STACK - CORNER - slope);
    }

    boolean has(Mark mark) {
        return marks.contains(mark);
    }

    Drawing.Node at(int x, int y) {
        return new Drawing.Node(id, kind, steps, x, y, width, height, label, task, notes, new ArrayList<>(marks), text);
    }

    /** Collects what a card shows. For one thread. */
    static final class Builder {

        private final String id;
        private final NodeKind kind;
        private String name = "";
        private List<String> steps = List.of();
        private String task = "";
        private List<String> notes = List.of();
        private final Set<Mark> marks = EnumSet.noneOf(Mark.class);
        private String text = "";

        Builder(String id, NodeKind kind) {
            this.id = id;
            this.kind = kind;
        }

        Builder name(String name) {
            this.name = name;
            return this;
        }

        Builder steps(List<String> steps) {
            this.steps = steps;
            return this;
        }

        Builder task(String task) {
            this.task = task;
            return this;
        }

        Builder notes(List<String> notes) {
            this.notes = notes;
            return this;
        }

        Builder markIf(boolean has, Mark mark) {
            if (has) {
                marks.add(mark);
            }
            return this;
        }

        Builder text(String text) {
            this.text = text;
            return this;
        }

        Card build() {
            return new Card(this);
        }
    }
}

package dev.reeve.simulation.oracle;

import dev.reeve.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One event in the journal. A missing member causes an exception, which the oracle reports as a violation. */
record JournalEvent(Map<?, ?> members) {

    /** The purpose of an attempt. */
    enum Purpose {
        FORWARD,
        PROBE,
        COMPENSATION
    }

    /**
     * The reason of a failure.
     *
     * @param message null if it is not known
     * @param details as a Java value
     */
    record Failure(
            String cause,
            String code,
            @Nullable Duration retryAfter,
            boolean possiblyDone,
            @Nullable String message,
            @Nullable Object details) {

        /** An expression or a template could not be evaluated. */
        static final Failure NOT_COMPUTED = business("EXPRESSION_FAILED");

        /** An input or output is larger than the maximum. */
        static final Failure TOO_LARGE = business("PAYLOAD_TOO_LARGE");

        /** A failure that is expected, with any message. */
        Failure(String cause, String code, @Nullable Duration retryAfter, boolean possiblyDone) {
            this(cause, code, retryAfter, possiblyDone, null, null);
        }

        static Failure business(String code) {
            return new Failure("BUSINESS", code, null, false);
        }

        /** The value of {@code error} in expressions. */
        Map<String, @Nullable Object> view() {
            Map<String, @Nullable Object> view = new LinkedHashMap<>();
            view.put("code", code);
            view.put("message", message);
            view.put("cause", cause);
            view.put("details", details);
            return view;
        }

        /** The code with which the child of the step ended; the failure's own code if no child is its reason. */
        String codeOfChild() {
            return code.startsWith("CHILD_")
                            && details instanceof Map<?, ?> error
                            && error.get("code") instanceof String ofChild
                    ? ofChild
                    : code;
        }

        boolean isOfUnknownOutcome() {
            return cause.equals("SILENT") || cause.equals("LOST");
        }

        /** Whether cause and code are equal. Messages are for people. */
        boolean isLike(Failure other) {
            return cause.equals(other.cause) && code.equals(other.code);
        }
    }

    static List<JournalEvent> read(String eventsJson) {
        List<JournalEvent> entries = new ArrayList<>();
        if (!(new Json(eventsJson).value() instanceof List<?> events)) {
            throw new IllegalArgumentException("expected an array of events");
        }
        for (Object event : events) {
            if (!(event instanceof Map<?, ?> members)) {
                throw new IllegalArgumentException("expected an event, found " + event);
            }
            entries.add(new JournalEvent(members));
        }
        return entries;
    }

    String type() {
        return text("type");
    }

    boolean is(String type) {
        return type().equals(type);
    }

    boolean is(String type, Purpose purpose) {
        return is(type) && purpose() == purpose;
    }

    boolean has(String name) {
        return members.containsKey(name);
    }

    String text(String name) {
        if (members.get(name) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("no text '%s' in %s".formatted(name, members));
    }

    /** A nested object. */
    JournalEvent inner(String name) {
        if (members.get(name) instanceof Map<?, ?> inner) {
            return new JournalEvent(inner);
        }
        throw new IllegalArgumentException("no object '%s' in %s".formatted(name, members));
    }

    Set<String> names() {
        return members.keySet().stream().map(String::valueOf).collect(Collectors.toSet());
    }

    int number(String name) {
        if (members.get(name) instanceof Integer number) {
            return number;
        }
        throw new IllegalArgumentException("no whole number '%s' in %s".formatted(name, members));
    }

    boolean flag(String name) {
        if (members.get(name) instanceof Boolean flag) {
            return flag;
        }
        throw new IllegalArgumentException("neither true nor false is '%s' in %s".formatted(name, members));
    }

    Instant instant(String name) {
        return Instant.parse(text(name));
    }

    /** A payload as a Java value. */
    @Nullable Object value(String name) {
        if (!has(name)) {
            throw new IllegalArgumentException("no '%s' in %s".formatted(name, members));
        }
        return members.get(name);
    }

    Purpose purpose() {
        return Purpose.valueOf(text("purpose"));
    }

    Failure failure() {
        if (!(members.get("failure") instanceof Map<?, ?> failure)) {
            throw new IllegalArgumentException("no failure in " + members);
        }
        JournalEvent told = new JournalEvent(failure);
        return new Failure(
                told.text("cause"),
                told.text("code"),
                told.has("retryAfter") ? Duration.parse(told.text("retryAfter")) : null,
                told.flag("possiblyDone"),
                told.text("message"),
                told.has("details") ? told.value("details") : null);
    }

    @Override
    public String toString() {
        String all = members.toString();
        return all.length() <= 400 ? all : all.substring(0, 400) + "…";
    }
}

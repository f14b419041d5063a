package dev.reeve.internal.engine.client.boundary;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.StepPath;
import dev.reeve.internal.engine.scheduler.message.StorableText;
import dev.reeve.internal.values.Namespaces;
import java.util.Objects;

/** Checks the callers' arguments before anything is stored. */
public final class Arguments {

    static final int TEXT_LENGTH_MAX = 2_000;

    /** Keeps the execution key, which is this name and an instant, within the length of a key. */
    private static final int SCHEDULE_NAME_LENGTH_MAX = 200;

    private Arguments() {}

    /** Checks a short text: a key, a label, the name of an operator. */
    public static String name(String what, String value) {
        return StorableText.check(what, value, StorableText.NAME_LENGTH_MAX);
    }

    /** Checks a text of a sentence or two. */
    public static String text(String what, String value) {
        return StorableText.check(what, value, TEXT_LENGTH_MAX);
    }

    public static String scheduleName(String name) {
        name("the name of the schedule", name);
        if (name.length() > SCHEDULE_NAME_LENGTH_MAX) {
            throw invalid("the name of the schedule: expected at most %d characters, found %d"
                    .formatted(SCHEDULE_NAME_LENGTH_MAX, name.length()));
        }
        return name;
    }

    /** Checks who gives a command, and the reason. */
    public static void command(String by, String why) {
        name("by", by);
        text("why", why);
    }

    public static String namespace(String name) {
        try {
            return Namespaces.check(Objects.requireNonNull(name, "namespace"));
        } catch (IllegalArgumentException e) {
            throw ReeveException.of(ErrorCode.INVALID_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    public static StepPath path(String step) {
        try {
            return StepPath.parse(Objects.requireNonNull(step, "step"));
        } catch (IllegalArgumentException e) {
            throw ReeveException.of(ErrorCode.INVALID_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    public static ReeveException invalid(String message) {
        return ReeveException.of(ErrorCode.INVALID_INPUT, message);
    }
}

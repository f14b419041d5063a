package dev.reeve.internal.engine.client;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.engine.scheduler.message.StorableText;

/** Checks the callers' arguments before anything is stored. */
final class Checks {

    static final int TEXT_LENGTH_MAX = 2_000;

    private Checks() {}

    /** Checks a short text: a key, a label, the name of an operator. */
    static String name(String what, String value) {
        return StorableText.check(what, value, StorableText.NAME_LENGTH_MAX);
    }

    /** Checks a text of a sentence or two. */
    static String text(String what, String value) {
        return StorableText.check(what, value, TEXT_LENGTH_MAX);
    }

    static ReeveException invalid(String message) {
        return ReeveException.of(ErrorCode.INVALID_INPUT, message);
    }
}

package dev.reeve.internal.document;

import dev.reeve.Json;
import dev.reeve.ProbeAnswer;

/** The answer of a service to a probe. The name of the record is its {@code kind}. */
public sealed interface AnswerDocument extends Document {

    /**
     * It was done.
     *
     * @param output its output
     */
    record Done(Json output) implements AnswerDocument {}

    /** It was not done, and will not be. */
    record NotDone() implements AnswerDocument {}

    /** It is being done. */
    record Running() implements AnswerDocument {}

    /** The service does not know. */
    record Unknown() implements AnswerDocument {}

    static AnswerDocument of(ProbeAnswer answer) {
        return switch (answer) {
            case ProbeAnswer.Done it -> new Done(it.output());
            case ProbeAnswer.NotDone it -> new NotDone();
            case ProbeAnswer.Running it -> new Running();
            case ProbeAnswer.Unknown it -> new Unknown();
        };
    }

    default ProbeAnswer answer() {
        return switch (this) {
            case Done it -> new ProbeAnswer.Done(it.output());
            case NotDone it -> new ProbeAnswer.NotDone();
            case Running it -> new ProbeAnswer.Running();
            case Unknown it -> new ProbeAnswer.Unknown();
        };
    }
}

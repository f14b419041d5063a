package dev.reeve.testkit;

import java.io.Serial;
import java.util.List;

/** Not an error of its own: what had happened in virtual time, beside the error of a test. */
final class Happened extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    Happened(List<String> story) {
        super("what had happened:\n  " + String.join("\n  ", story), null, false, false);
    }
}

package dev.reeve.internal.test.junit;

import java.io.Serial;
import java.util.List;

/** Carries the story of a test, as a suppressed exception of the test's error. It is no error itself. */
final class Happened extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    Happened(List<String> story) {
        super("what had happened:\n  " + String.join("\n  ", story), null, false, false);
    }
}

package dev.reeve.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The log shows where an exception of any class was thrown, in bounded size. */
final class DiagnosisTest {

    /** An exception that says more than its message, as many do. */
    private static final class Talkative extends RuntimeException {
        Talkative(String message, Throwable cause) {
            super(message, cause);
        }

        @Override
        public String getMessage() {
            return super.getMessage() + "; ask again";
        }
    }

    private static final class Silent extends RuntimeException {
        Silent(Throwable cause) {
            super("never told", cause);
        }

        @Override
        public String getMessage() {
            throw new IllegalStateException("a mistake in getMessage");
        }
    }

    /** Prints itself, at its own pace. */
    private static final class Printer extends RuntimeException {
        Printer(String message) {
            super(message);
        }

        @Override
        public void printStackTrace(PrintStream out) {
            throw new IllegalStateException("prints itself");
        }

        @Override
        public void printStackTrace(PrintWriter out) {
            throw new IllegalStateException("prints itself");
        }
    }

    private static String printed(Throwable thrown) {
        StringWriter out = new StringWriter();
        Diagnosis.of(thrown).logged().printStackTrace(new PrintWriter(out));
        return out.toString();
    }

    @Test
    @DisplayName("Suppressed exceptions do not displace the stack trace")
    void suppressed() {
        RuntimeException thrown = new IllegalStateException("first");
        thrown.addSuppressed(new IllegalArgumentException("on closing"));

        assertThat(Diagnosis.of(thrown).logged()).isSameAs(thrown);
    }

    @Test
    @DisplayName("A long message is cut. The place of the throw, the causes and suppressed exceptions are kept")
    void longMessage() {
        Throwable root = new IllegalArgumentException("the root");
        RuntimeException thrown = new IllegalStateException("x".repeat(1_000_000), root);
        thrown.addSuppressed(new UnsupportedOperationException("on closing"));

        Throwable logged = Diagnosis.of(thrown).logged();

        assertThat(logged.getStackTrace()).isEqualTo(thrown.getStackTrace());
        assertThat(logged)
                .cause()
                .satisfies(cause -> assertThat(cause.getStackTrace()).isEqualTo(root.getStackTrace()));
        assertThat(printed(thrown))
                .hasSizeLessThan(50_000)
                .contains("java.lang.IllegalStateException: xxx", "longMessage")
                .contains("Caused by: java.lang.IllegalArgumentException: the root")
                .contains("Suppressed: java.lang.UnsupportedOperationException: on closing");
    }

    @Test
    @DisplayName("The same holds for exceptions that override methods")
    void ownMethods() {
        RuntimeException thrown = new Talkative("no stock", new IllegalArgumentException("the root"));
        thrown.addSuppressed(new Talkative("on closing", new IllegalStateException("twice")));

        assertThat(Diagnosis.of(thrown).logged().getStackTrace()).isEqualTo(thrown.getStackTrace());
        assertThat(printed(thrown))
                .contains("Talkative: no stock; ask again", "ownMethods")
                .contains("Caused by: java.lang.IllegalArgumentException: the root")
                .contains("Suppressed: ", "Talkative: on closing; ask again");
    }

    @Test
    @DisplayName("An interrupted thread still logs, and stays interrupted")
    void interrupted() {
        Thread.currentThread().interrupt();

        Diagnosis diagnosis = Diagnosis.of(new Talkative("no stock", new IllegalArgumentException("the root")));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(diagnosis.failure().message()).contains("no stock; ask again");
    }

    @Test
    @DisplayName("A logger that prints class and message prints the name of the exception")
    void namedInItsMessage() {
        Throwable logged = Diagnosis.of(new Talkative("no stock", new IllegalArgumentException("the root")))
                .logged();

        assertThat(logged).hasMessage(Talkative.class.getName() + ": no stock; ask again");
    }

    @Test
    @DisplayName("An exception whose methods throw is described by its class")
    void unreadable() {
        RuntimeException thrown = new Silent(new IllegalArgumentException("the root"));

        assertThat(Diagnosis.of(thrown).logged().getStackTrace()).isEqualTo(thrown.getStackTrace());
        assertThat(printed(thrown))
                .contains("Silent", "cannot be read")
                .contains("Caused by: java.lang.IllegalArgumentException: the root");
    }

    @Test
    @DisplayName("PrintStackTrace of an exception is not called")
    void printing() {
        assertThat(printed(new Printer("paper"))).contains("Printer: paper", "printing");
        assertThat(printed(new IllegalStateException("outer", new Printer("paper"))))
                .contains("outer", "Printer: paper");
    }

    @Test
    @DisplayName("Only a few causes are logged, each with a short trace")
    void bounded() {
        Throwable chain = new IllegalStateException("end");
        for (int i = 0; i < 1_000; i++) {
            chain = new IllegalStateException("link " + i, chain);
            StackTraceElement[] trace = new StackTraceElement[5_000];
            Arrays.fill(trace, new StackTraceElement("a.Class", "method", "Class.java", i));
            chain.setStackTrace(trace);
        }

        assertThat(printed(chain).lines()).hasSizeBetween(20, 20 * 1_100);
    }
}

package dev.reeve.internal.agent;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.values.JacksonVersions;
import dev.reeve.internal.values.PomAdvice;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.SLF4JServiceProvider;

/** Checks, when a store is opened or an agent is started, what would otherwise fail later, or silently. */
public final class ClassPath {

    /** Several engines and agents in one process share a class path. */
    private static final AtomicBoolean WARNED = new AtomicBoolean();

    /** The version of SLF4J in advice. */
    private static final String VERSION = "2.0.20";

    private ClassPath() {}

    /**
     * @param code for the exception
     * @throws ReeveException if libraries on the class path do not fit each other; the message contains the lines
     *     for the pom
     */
    public static void verify(ErrorCode code) {
        JacksonVersions.misfit().ifPresent(problem -> {
            throw ReeveException.of(code, problem);
        });
        lostLogs(LoggerFactory.class.getClassLoader()).ifPresent(advice -> {
            if (!WARNED.getAndSet(true)) {
                // Without a provider there is no log, so the standard error stream is the only way to say so.
                System.err.println(advice);
            }
        });
    }

    /** Advice for the case that the engine's log goes nowhere, or may; empty if there is a log. Never fails. */
    static Optional<String> lostLogs(ClassLoader loader) {
        try {
            return hasLogger(loader)
                    ? Optional.empty()
                    : Optional.of(
                            "reeve: SLF4J has no provider on the class path, so all warnings and errors of the engine are lost. "
                                    + PomAdvice.runtime("org.slf4j", "slf4j-simple", VERSION));
        } catch (ServiceConfigurationError e) {
            return Optional.empty(); // SLF4J itself reports a provider that it cannot load
        } catch (LinkageError e) {
            return String.valueOf(e.getMessage()).contains("SLF4JServiceProvider")
                    ? Optional.of(
                            "reeve: the SLF4J on the class path is older than 2.0, so warnings and errors of the engine may be lost. "
                                    + PomAdvice.managed("org.slf4j", "slf4j-api", VERSION))
                    : Optional.empty();
        }
    }

    /** A provider that logs nothing counts: its user wants no log. */
    private static boolean hasLogger(ClassLoader loader) {
        return System.getProperty("slf4j.provider") != null
                || ServiceLoader.load(SLF4JServiceProvider.class, loader).stream()
                        .findAny()
                        .isPresent();
    }
}

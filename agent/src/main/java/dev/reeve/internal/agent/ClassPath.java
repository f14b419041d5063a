package dev.reeve.internal.agent;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.values.JacksonVersions;
import dev.reeve.internal.values.PomAdvice;
import java.io.PrintStream;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.SLF4JServiceProvider;

/** Checks, when a store is opened or an agent is started, what would otherwise fail later, or silently. */
public final class ClassPath {

    /** Several engines and agents in one process share a class path. */
    private static final AtomicBoolean WARNED = new AtomicBoolean();

    private ClassPath() {}

    /**
     * @param code for the exception
     * @throws ReeveException if libraries on the class path do not fit each other; the message has the lines for the
     *     pom
     */
    public static void verify(ErrorCode code) {
        JacksonVersions.misfit().ifPresent(problem -> {
            throw ReeveException.of(code, problem);
        });
        if (!WARNED.getAndSet(true)) {
            warn(hasLogger(LoggerFactory.class.getClassLoader()), System.err);
        }
    }

    /** Without a provider there is no log, so the standard error stream is the only way to say so. */
    static void warn(boolean hasLogger, PrintStream err) {
        if (!hasLogger) {
            err.println(
                    "reeve: SLF4J has no provider on the class path, so all warnings and errors of the engine are lost. "
                            + PomAdvice.runtime("org.slf4j", "slf4j-simple", "2.0.20"));
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

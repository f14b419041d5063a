package dev.reeve.internal.agent;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.NOP_FallbackServiceProvider;
import org.slf4j.spi.MDCAdapter;

/** Loggers that write nothing, and fail if they are given an exception that asks for it. */
public final class FailingLogging extends NOP_FallbackServiceProvider {

    static final String FAIL = "no logger can write this";

    @Override
    public ILoggerFactory getLoggerFactory() {
        return name -> new FailingLogger();
    }

    private final MDCAdapter context = new BasicMDCAdapter();

    /** A context that keeps its members, unlike that of the loggers that write nothing. */
    @Override
    public MDCAdapter getMDCAdapter() {
        return context;
    }

    private static final class FailingLogger extends LegacyAbstractLogger {
        private static final long serialVersionUID = 1L;

        @Override
        protected String getFullyQualifiedCallerName() {
            return FailingLogger.class.getName();
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                String message,
                Object @Nullable [] arguments,
                @Nullable Throwable thrown) {
            if (thrown != null && String.valueOf(thrown.getMessage()).contains(FAIL)) {
                throw new IllegalStateException("%s %s".formatted(message, Arrays.toString(arguments)));
            }
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return true;
        }

        @Override
        public boolean isInfoEnabled() {
            return true;
        }

        @Override
        public boolean isWarnEnabled() {
            return true;
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }
    }
}

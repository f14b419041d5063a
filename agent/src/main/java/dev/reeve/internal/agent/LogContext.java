package dev.reeve.internal.agent;

import dev.reeve.agent.StepContext;
import org.slf4j.MDC;

/** Names the attempt in all log lines of its handler's thread, as members of the mapped diagnostic context. */
final class LogContext {

    private static final String EXECUTION = "execution";
    private static final String WORKFLOW = "workflow";
    private static final String STEP = "step";
    private static final String PURPOSE = "purpose";
    private static final String ATTEMPT = "attempt";

    private LogContext() {}

    /** A logging library that fails must not fail the attempt. */
    static void enter(StepContext step) {
        try {
            MDC.put(EXECUTION, step.execution().toString());
            MDC.put(WORKFLOW, step.workflow());
            MDC.put(STEP, step.step().toString());
            MDC.put(PURPOSE, step.purpose().name());
            MDC.put(ATTEMPT, String.valueOf(step.attempt()));
        } catch (RuntimeException | LinkageError e) {
            leave();
        }
    }

    static void leave() {
        try {
            MDC.remove(EXECUTION);
            MDC.remove(WORKFLOW);
            MDC.remove(STEP);
            MDC.remove(PURPOSE);
            MDC.remove(ATTEMPT);
        } catch (RuntimeException | LinkageError e) {
            // the thread ends with the attempt, and so does what it holds
        }
    }
}

package dev.reeve.internal.access;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.JobOptions;
import dev.reeve.ReeveException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets one caller through to one namespace. Checks each call, and records those that change something and those
 * that are not allowed. Immutable.
 */
final class Gate {

    private final Access access;
    private final AccessRecord record;
    private final Principal who;
    private final String origin;
    private final String namespace;

    Gate(Access access, AccessRecord record, Principal who, String origin, String namespace) {
        this.access = access;
        this.record = record;
        this.who = who;
        this.origin = origin;
        this.namespace = namespace;
    }

    String namespace() {
        return namespace;
    }

    Gate namespace(String other) {
        return new Gate(access, record, who, origin, other);
    }

    Principal who() {
        return who;
    }

    /**
     * The workflow of an execution that was found, if access depends on it. Checks whether the caller may see it.
     *
     * @return null if access does not depend on it
     */
    @Nullable String seen(Execution execution) {
        if (!access.dependsOnWorkflows()) {
            return null;
        }
        String workflow = execution.summary().workflow();
        check(Operation.SHOW, workflow, Subject.of(execution.id(), ""), null);
        return workflow;
    }

    private static @Nullable Subject about(@Nullable String workflow, @Nullable Subject subject) {
        return subject != null
                ? subject.in(workflow)
                : workflow == null ? null : Subject.of(workflow).in(workflow);
    }

    /**
     * Checks what a person decides about an execution, and only then reads its workflow for the record.
     *
     * @param known the workflow, if it is known
     * @param more what follows the id, such as a step
     */
    Subject decided(
            Operation operation, @Nullable String known, Execution execution, String more, @Nullable String reason) {
        Subject subject = Subject.of(execution.id(), more);
        check(operation, known, subject, reason);
        try {
            return subject.in(known == null ? execution.summary().workflow() : known);
        } catch (ReeveException e) {
            return subject; // the decision fails in the same way, and that is recorded
        }
    }

    /** Checks a call. */
    void check(Operation operation, @Nullable String workflow) {
        check(operation, workflow, null, null);
    }

    private void check(
            Operation operation, @Nullable String workflow, @Nullable Subject subject, @Nullable String reason) {
        try {
            access.check(who, operation, namespace, workflow);
        } catch (ReeveException e) {
            add(operation, about(workflow, subject), reason, e.code());
            throw e;
        }
    }

    /** Checks a job: one of an action of the server needs more, also if it is only asked about the job. */
    void checkJob(String action, JobOptions options) {
        check(Operation.START_EXECUTION, null);
        ServerActions own = access.serverActions();
        if (own.has(namespace, action) || own.has(namespace, options.probe())) {
            check(Operation.RUN_SERVER_ACTION, null, Subject.of(action), null);
        }
    }

    /** Checks a start: the definition of a job is no definition that a deployer has checked. */
    void checkStart(String workflow, Subject subject, @Nullable Object input) {
        check(Operation.START_EXECUTION, workflow, subject, null);
        if (access.serverActions().mayBeJobOf(namespace, workflow)) {
            check(Operation.RUN_SERVER_ACTION, workflow, subject, null);
        }
        checkData(workflow, subject, input);
    }

    /** Checks data for an execution: a reference to a secret of the server needs more. */
    void checkData(@Nullable String workflow, Subject subject, @Nullable Object data) {
        if (access.serverActions().isReference(namespace, data)) {
            check(Operation.REFER_TO_SECRET, workflow, subject, null);
        }
    }

    /** Checks a call that changes nothing, and makes it. */
    <T> T read(Operation operation, @Nullable String workflow, Supplier<T> call) {
        check(operation, workflow);
        return call.get();
    }

    /** Makes a start that was checked, and records it with its execution. */
    Execution start(@Nullable String workflow, Subject subject, Supplier<Execution> call) {
        check(Operation.START_EXECUTION, workflow, subject, null);
        Subject start = subject.in(workflow);
        try {
            Execution started = call.get();
            add(Operation.START_EXECUTION, start.started(started.id()), null, null);
            return started;
        } catch (ReeveException e) {
            add(Operation.START_EXECUTION, start, null, e.code());
            throw e;
        }
    }

    /** Checks a call that changes something, makes it, and records it. */
    <T> T act(
            Operation operation,
            @Nullable String workflow,
            @Nullable Subject subject,
            @Nullable String reason,
            Supplier<T> call) {
        check(operation, workflow, subject, reason);
        try {
            T result = call.get();
            add(operation, about(workflow, subject), reason, null);
            return result;
        } catch (ReeveException e) {
            add(operation, about(workflow, subject), reason, e.code());
            throw e;
        }
    }

    /** As {@link #act}, without a result. */
    void run(
            Operation operation,
            @Nullable String workflow,
            @Nullable Subject subject,
            @Nullable String reason,
            Runnable call) {
        check(operation, workflow, subject, reason);
        try {
            call.run();
            add(operation, about(workflow, subject), reason, null);
        } catch (ReeveException e) {
            add(operation, about(workflow, subject), reason, e.code());
            throw e;
        }
    }

    /** Records the end of a call that was made asynchronously. */
    void end(Operation operation, Subject subject, @Nullable Throwable error) {
        ErrorCode code =
                error == null ? null : error instanceof ReeveException known ? known.code() : ErrorCode.INTERNAL;
        add(operation, subject, null, code);
    }

    private void add(
            Operation operation, @Nullable Subject subject, @Nullable String reason, @Nullable ErrorCode error) {
        record.add(new AccessRecord.Entry(who.name(), origin, operation, namespace, subject, reason, error));
    }

    /** The caller's actions are recorded under its own name. */
    ReeveException otherActor(String wanted) {
        return ReeveException.of(
                ErrorCode.DENIED,
                "'%s' may not act as '%s': who acts is proven by the credentials".formatted(who.name(), wanted));
    }
}

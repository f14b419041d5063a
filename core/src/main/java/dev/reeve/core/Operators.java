package dev.reeve.core;

import org.jspecify.annotations.Nullable;

/** What people ask for. */
final class Operators {

    private Operators() {}

    /** Ends an execution: whatever was or may have been done is undone. */
    static Decision cancel(Draft draft, Command.Cancel command) {
        if (draft.state().phase != Phase.FORWARD) {
            return draft.refuse(
                    Refusal.WRONG_STATE,
                    draft.state().phase == Phase.FINALLY
                            ? "the outcome is decided and only the steps of finally still run: it is too late to cancel"
                            : "the execution is being undone already");
        }
        draft.emit(new Event.CancelRequested(command.by(), command.reason()));
        Undoing.start(draft, Failures.cancelled(command.by(), command.reason()));
        return draft.accept();
    }

    /** Has an escalated step tried again, with fresh budgets. */
    static Decision retry(Draft draft, Command.RetryStep command) {
        Node node = escalated(draft, command.step());
        if (node == null) {
            return refuse(draft, command.step());
        }
        Purpose purpose = draft.step(node).purpose();
        boolean neverReady = draft.step(node).series(purpose) == null;
        draft.emit(new Event.StepRetried(node.path, purpose, command.by(), command.why()));
        if (neverReady) {
            switch (purpose) {
                case FORWARD -> Forward.begin(draft, node);
                case COMPENSATION -> Undoing.undo(draft, node);
                case PROBE -> throw new IllegalStateException("a probe never needs a person");
            }
        }
        return draft.accept();
    }

    /** Takes a person's word that an escalated step is done, with this output; or that it is undone. */
    static Decision resolve(Draft draft, Command.ResolveStep command) {
        Node node = escalated(draft, command.step());
        if (node == null) {
            return refuse(draft, command.step());
        }
        if (Payloads.isTooLarge(command.output())) {
            return draft.refuse(
                    Refusal.LIMIT,
                    "the output for step '%s' is larger than %d bytes; give a reference to the data instead"
                            .formatted(node, Payloads.BYTES_MAX));
        }
        if (draft.step(node).purpose() == Purpose.COMPENSATION) {
            int attempt = draft.step(node).attempts(Purpose.COMPENSATION);
            draft.emit(new Event.StepCompensated(node.path, attempt, null, command.by(), command.why()));
        } else {
            draft.emitSettled(node, new Event.StepResolved(node.path, command.output(), command.by(), command.why()));
        }
        return draft.accept();
    }

    /** Goes on without an escalated step; or leaves it as it is instead of undoing it. */
    static Decision skip(Draft draft, Command.SkipStep command) {
        Node node = escalated(draft, command.step());
        if (node == null) {
            return refuse(draft, command.step());
        }
        draft.emitSettled(node, new Event.StepSkipped(node.path, SkipReason.OPERATOR, command.by(), command.why()));
        return draft.accept();
    }

    private static @Nullable Node escalated(Draft draft, StepPath path) {
        Node node = draft.plan().node(path);
        return node != null && draft.step(node).status() == StepStatus.ESCALATED ? node : null;
    }

    private static Decision refuse(Draft draft, StepPath path) {
        StepState step = draft.state().step(path);
        return step == null
                ? draft.refuseUnknown(path)
                : draft.refuse(
                        Refusal.WRONG_STATE,
                        "step '%s' does not need a person: it is %s; only an ESCALATED step can be retried, resolved or skipped"
                                .formatted(path, step));
    }
}

package dev.reeve.core;

/** Steps that are executions of their own. */
final class Children {

    private Children() {}

    /** The child is there, or will be from the transaction on in which this is stored. */
    static Decision start(Draft draft, Command.StartChild command) {
        Node node = draft.state().node(command.step());
        if (node == null) {
            return draft.refuseUnknown(command.step());
        }
        StepState step = draft.step(node);
        if (node.child == null || !(step.open() instanceof Open.Ready)) {
            return draft.refuse(
                    Refusal.WRONG_STATE,
                    "step '%s' does not wait for another execution: it is %s".formatted(node, step));
        }
        Hold hold = draft.state().paused();
        if (hold != null) {
            return draft.refuse(Refusal.WRONG_STATE, "nothing is started: the execution is " + hold);
        }
        Purpose purpose = step.purpose();
        int attempt = step.attempts(purpose) + 1;
        long nonce = Chance.nonce(draft.state().started().seed(), node, purpose, attempt);
        draft.emit(new Event.ChildStarted(node.path, purpose, attempt, command.child(), nonce));
        return draft.accept();
    }

    /** An execution whose only purpose is to undo what another one did: all of that is taken over by now. */
    static void undo(Draft draft, Parent parent) {
        String by = "execution " + parent.execution();
        String why = "step '%s' of it is undone, and execution %s had done it"
                .formatted(parent.token().step(), parent.undoes());
        draft.emit(new Event.CompensationRequested(by, why));
        Undoing.start(draft, Failures.undoRequested(by, why));
    }
}

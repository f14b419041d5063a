package dev.reeve.internal.core;

/**
 * Decides on all consequences of an event, until no more follow. Loops instead of recursing, because graphs may be
 * very deep.
 */
final class Consequences {

    private Consequences() {}

    /** Decides on all consequences and accepts the command. */
    static Decision accept(Draft draft) {
        follow(draft);
        return draft.accepted();
    }

    static void follow(Draft draft) {
        boolean more = true;
        while (more) {
            more = switch (draft.state().phase) {
                case FORWARD, FINALLY -> goForward(draft);
                case CLOSING -> Undoing.closeForward(draft);
                case UNDOING -> goBack(draft);
                case NEW, ENDED -> false;
            };
        }
    }

    private static boolean goForward(Draft draft) {
        Node settled = draft.nextSettled();
        if (settled != null) {
            if (settled.parent != null) {
                Expanding.goOn(draft, settled.parent);
            } else {
                Forward.begin(draft, settled.successors);
            }
            return true;
        }
        return draft.state().unsettled == 0 && Finishing.allSettled(draft);
    }

    private static boolean goBack(Draft draft) {
        return Undoing.goOn(draft) || (draft.state().undoPending == 0 && Finishing.allUndone(draft));
    }
}

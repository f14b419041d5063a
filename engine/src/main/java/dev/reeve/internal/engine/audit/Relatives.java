package dev.reeve.internal.engine.audit;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Parent;
import dev.reeve.Rule;
import dev.reeve.StepPath;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks an open execution against its parent and its children. A result is valid if the execution has not changed
 * meanwhile: the existence or end of a child and the parent's knowledge of it are stored in one transaction. Not
 * thread-safe.
 */
final class Relatives {

    private static final String STARTED = "\"ChildStarted\"";

    private final StoreReader store;

    /**
     * The parent whose children are cached; null at first. Children of one parent are adjacent, so its journal need not
     * be read for each.
     */
    private @Nullable ExecutionId parent;

    private Set<ExecutionId> children = Set.of();

    Relatives(StoreReader store) {
        this.store = store;
    }

    List<Breach> look(ExecutionState state) {
        List<Breach> findings = new ArrayList<>();
        if (!state.status().isTerminal()) {
            lookAtChildren(state, findings);
            Parent above = state.started().parent();
            if (above != null) {
                lookAtParent(state, above, findings);
            }
        }
        return findings;
    }

    private void lookAtChildren(ExecutionState state, List<Breach> findings) {
        if (state.children() == 0) {
            return;
        }
        for (StepPath path : state.open()) {
            StepState step = state.step(path);
            if (step != null && step.open() instanceof Open.Child open) {
                Optional<ExecutionRow> child = store.find(open.child());
                if (child.isEmpty()) {
                    findings.add(found("step %s waits for execution %s, which does not exist", path, open.child()));
                } else if (child.get().status().isTerminal()) {
                    findings.add(found("step %s waits for execution %s, which has ended", path, open.child()));
                }
            }
        }
    }

    private void lookAtParent(ExecutionState state, Parent above, List<Breach> findings) {
        Optional<ExecutionRow> row = store.find(above.execution());
        if (row.isEmpty()) {
            findings.add(found("its parent, execution %s, does not exist", above.execution()));
        } else if (row.get().status().isTerminal()) {
            findings.add(found("its parent, execution %s, has ended without it", above.execution()));
        } else if (!isKnown(above.execution(), state.id())) {
            findings.add(found("its parent, execution %s, does not know it", above.execution()));
        }
    }

    private boolean isKnown(ExecutionId by, ExecutionId child) {
        if (by.equals(parent) && children.contains(child)) {
            return true;
        }
        Set<ExecutionId> read = children(by);
        if (read == null) {
            return true; // the parent cannot be read, which is a separate incident
        }
        parent = by;
        children = read;
        return children.contains(child);
    }

    private @Nullable Set<ExecutionId> children(ExecutionId of) {
        Set<ExecutionId> started = new HashSet<>();
        try {
            for (JournalRow row : store.history(of)) {
                if (row.events().contains(STARTED)) {
                    for (Event event : EventCodec.read(row.events())) {
                        if (event instanceof Event.ChildStarted start) {
                            started.add(start.child());
                        }
                    }
                }
            }
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.DATA) {
                throw e;
            }
            return null;
        } catch (RuntimeException e) {
            return null;
        }
        return started;
    }

    @SuppressWarnings("AnnotateFormatMethod") // the library would be needed only for this annotation
    private static Breach found(String problem, Object... details) {
        return new Breach(Rule.FAMILY, problem.formatted(details));
    }
}

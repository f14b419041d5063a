package dev.reeve.simulation.check;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.internal.core.state.ExecutionState;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * No acknowledged signal is lost, and no request of an SQL function: a start becomes the execution that was meant, and
 * a signal is received, or an execution has failed with the reason. {@link LanguageCheck} checks that no signal counts
 * twice.
 */
public final class SignalCheck {

    /** The workflow of requests that are impossible. */
    private static final String REFUSED = "reeve_request";

    private final BiConsumer<String, String> breach;
    private final Map<ExecutionId, Biography> biographies;
    private final Coverage sometimes;
    private final Map<ExecutionId, Set<Json>> acknowledged = new LinkedHashMap<>();
    private final Map<ExecutionId, Set<Json>> requested = new LinkedHashMap<>();

    SignalCheck(BiConsumer<String, String> breach, Map<ExecutionId, Biography> biographies, Coverage sometimes) {
        this.breach = breach;
        this.biographies = biographies;
        this.sometimes = sometimes;
    }

    /** A caller received the confirmation that the signal with this data is stored. */
    public void acknowledged(ExecutionId id, Json data) {
        acknowledged.computeIfAbsent(id, unknown -> new LinkedHashSet<>()).add(data);
        checkStored(id, data);
    }

    /** A caller has stored a request for the signal with this data. */
    public void requested(ExecutionId id, Json data) {
        requested.computeIfAbsent(id, unknown -> new LinkedHashSet<>()).add(data);
    }

    /** A requested start has become an execution. Nothing was wrong with it, so it must be the one that was meant. */
    public void applied(ExecutionId id) {
        Biography biography = biographies.get(id);
        if (biography != null && isRefusal(biography.state())) {
            breach.accept(
                    "S3", "a requested start was refused: " + biography.state().started());
        }
    }

    void atEnd() {
        acknowledged.forEach((id, sent) -> sent.forEach(data -> checkStored(id, data)));
        requested.forEach((id, sent) -> sent.forEach(data -> checkApplied(id, data)));
    }

    /** Whether the execution stands for a request that was impossible. */
    static boolean isRefusal(ExecutionState state) {
        return state.started().workflow().equals(REFUSED);
    }

    private boolean isReceived(ExecutionId id, Json data) {
        Biography biography = biographies.get(id);
        return biography != null && biography.language().hasReceived(data);
    }

    private void checkStored(ExecutionId id, Json data) {
        if (!isReceived(id, data)) {
            breach.accept("I1", "a signal was acknowledged that is not in the store: %s of %s".formatted(data, id));
        }
    }

    private void checkApplied(ExecutionId id, Json data) {
        long refused = biographies.values().stream()
                .map(Biography::state)
                .filter(state -> isRefusal(state)
                        && state.status() == ExecutionStatus.FAILED
                        && state.started().input().value() instanceof Map<?, ?> input
                        && Objects.equals(data.value(), input.get("data")))
                .count();
        boolean received = isReceived(id, data);
        if (received) {
            sometimes.saw(Milestone.SIGNAL_REQUESTED);
        } else if (refused == 1) {
            sometimes.saw(Milestone.SIGNAL_REQUEST_REFUSED);
        }
        if ((received ? 1 : 0) + refused != 1) {
            breach.accept(
                    "S3",
                    "a requested signal was received %s, and refused %d times: %s of %s"
                            .formatted(received ? "once" : "never", refused, data, id));
        }
    }
}

package dev.reeve.internal.core;

import dev.reeve.AttemptToken;
import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.ProbeAnswer;
import dev.reeve.Purpose;
import dev.reeve.SkipReason;
import dev.reeve.WaitReason;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.model.expression.Template;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Probes: asks the service for the outcome of a step in doubt (V5). */
final class Probing {

    private Probing() {}

    /**
     * Queues the probe for an agent. If its input cannot be computed, the step is handled as if the answer were
     * unknown.
     *
     * @param failure how the forward attempt ended that the probe is about
     */
    static void begin(Draft draft, Node node, Failure failure) {
        Json input;
        try {
            input = input(draft, node);
        } catch (ExpressionException e) {
            inVain(draft, node, Failures.notProbed(failure, String.valueOf(e.getMessage())));
            return;
        }
        if (input != null && Payloads.isTooLarge(input)) {
            inVain(draft, node, Failures.notProbed(failure, "its input is too large"));
            return;
        }
        draft.emit(new Event.StepReady(node.path, Purpose.PROBE, input));
    }

    /**
     * The input of the probe; null for the input of the step.
     *
     * @throws ExpressionException if it cannot be computed
     */
    static @Nullable Json input(Draft draft, Node node) {
        Template template = node.call(Purpose.PROBE).input();
        return template == null ? null : template.evaluate(ExecutionScope.of(draft.state(), node));
    }

    /** Handles the report of a probe. */
    static void answered(Draft draft, Node node, AttemptToken token, Json report) {
        ProbeAnswer answer;
        try {
            answer = ProbeAnswer.parse(report);
        } catch (IllegalArgumentException | InvalidInputException e) {
            Remedies.attemptFailed(
                    draft,
                    node,
                    Purpose.PROBE,
                    token.attempt(),
                    Failures.probeAnswerInvalid(String.valueOf(e.getMessage())));
            return;
        }
        draft.emit(new Event.ProbeAnswered(node.path, token.attempt(), answer));
        switch (answer) {
            case ProbeAnswer.Done done -> {
                Failure refused = Results.accept(draft, node, draft.step(node).attempts(), done.output());
                if (refused != null) {
                    inVain(draft, node, refused);
                }
            }
            case ProbeAnswer.NotDone no -> notDone(draft, node);
            case ProbeAnswer.Running running -> askAgain(draft, node, token.attempt());
            case ProbeAnswer.Unknown unknown -> inVain(draft, node, Failures.probedInVain(lastFailure(draft, node)));
        }
    }

    private static void notDone(Draft draft, Node node) {
        if (draft.state().phase == Phase.CLOSING) {
            draft.emit(new Event.StepSkipped(node.path, SkipReason.WITHDRAWN, null));
        } else {
            Remedies.withoutProbe(draft, node, lastFailure(draft, node));
        }
    }

    /** The service is still working on the request. It is asked again later, as long as the history has room. */
    private static void askAgain(Draft draft, Node node, int attempt) {
        if (draft.state().events >= draft.state().historyMax()) {
            inVain(draft, node, lastFailure(draft, node));
            return;
        }
        long chance = Chance.jitter(draft.state().started().seed(), node, Purpose.PROBE, attempt);
        Instant at = Recovery.nextProbe(node.policy(Purpose.PROBE), attempt, draft.now(), chance);
        Remedies.waitUntil(draft, node, Purpose.PROBE, at, WaitReason.BACKOFF);
    }

    /** Handles the final failure of a probe. */
    static void failed(Draft draft, Node node, Failure failure) {
        inVain(draft, node, Failures.probeFailed(lastFailure(draft, node), failure));
    }

    /** Handles a step whose probe gave no answer, as if it had no probe. */
    static void inVain(Draft draft, Node node, Failure failure) {
        if (draft.state().phase == Phase.CLOSING) {
            Undoing.giveUp(draft, node, failure);
        } else {
            Remedies.withoutProbe(draft, node, failure);
        }
    }

    /** How the forward attempt ended that the probe was about. */
    static Failure lastFailure(Draft draft, Node node) {
        Series forward =
                Objects.requireNonNull(draft.step(node).series(Purpose.FORWARD), "only what was tried is probed");
        return Objects.requireNonNull(forward.failure(), "only what failed is probed");
    }
}

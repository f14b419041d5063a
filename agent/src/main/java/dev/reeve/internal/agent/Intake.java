package dev.reeve.internal.agent;

import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Report;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides about each request of the node: holds it, answers it at once, or ignores it so that the node offers it again.
 * Used by the agent's thread only.
 */
final class Intake {

    private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

    private final String agent;
    private final Map<String, BoundAction<?>> actions;
    private final Holdings holdings;
    private final Beats beats;
    private final Attempt.Host host;

    Intake(String agent, Map<String, BoundAction<?>> actions, Holdings holdings, Beats beats, Attempt.Host host) {
        this.agent = agent;
        this.actions = Map.copyOf(actions);
        this.holdings = holdings;
        this.beats = beats;
        this.host = host;
    }

    /**
     * @param sentAt when the exchange was sent that the request answers; the deadline is counted from there
     * @param closing whether the agent has stopped taking work
     */
    void accept(AttemptRequest request, long sentAt, boolean closing, long now) {
        long deadline = Ticker.after(sentAt, request.remaining());
        if (deadline <= now) {
            LOG.info("request ignored, its complete-by has passed: token={}", request.token());
            return;
        }
        if (!holdings.admits(request.token(), now)) {
            return;
        }
        BoundAction<?> action = actions.get(request.action());
        Attempt attempt = new Attempt(request, action, deadline, host);
        if (action == null) {
            LOG.warn("request for an action without a handler is reported as failed: {}", attempt);
            holdings.answer(
                    attempt,
                    new Report.Failed(
                            request.token(), ReportedFailures.unknownAction(request, agent, actions.keySet())));
        } else if (closing) {
            holdings.answer(attempt, new Report.Failed(request.token(), ReportedFailures.agentClosing(agent)));
        } else if (holdings.hasRoom()) {
            holdings.await(attempt);
        } else {
            LOG.warn(
                    "request ignored, twice as many are held as there are slots; the node offers it again: {}",
                    attempt);
            return;
        }
        beats.held(attempt, now);
    }
}

package dev.reeve;

import dev.reeve.internal.values.Durations;
import dev.reeve.internal.values.Times;
import java.time.Instant;

/** Formats situations as text for people. */
final class SituationText {

    private SituationText() {}

    /**
     * Describes the condition that the step waits for.
     *
     * @param attempt such as {@code attempt 2 of 5 of payment.charge}
     */
    static String now(Situation situation, String attempt) {
        return switch (situation) {
            case Situation.Queued queued ->
                "%s is queued since %s for an agent with a free slot".formatted(attempt, Times.shown(queued.since()));
            case Situation.Unoffered alone ->
                "%s is queued since %s for an agent that offers this action, and there is none%s; start one"
                        .formatted(
                                attempt,
                                Times.shown(alone.since()),
                                alone.unoffered() == null ? "" : " since " + Times.shown(alone.unoffered()));
            case Situation.Limited limited ->
                "%s is queued since %s, and uses up neither attempts nor time: it waits for its limit, %s"
                        .formatted(attempt, Times.shown(limited.since()), limit(limited));
            case Situation.Withheld withheld ->
                "%s is queued since %s, and uses up neither attempts nor time: the service is %s"
                        .formatted(attempt, Times.shown(withheld.since()), stopped(withheld));
            case Situation.Running running ->
                "%s runs at agent '%s'%s until %s%s%s"
                        .formatted(
                                attempt,
                                running.agent(),
                                running.node() == null ? "" : " of node " + running.node(),
                                Times.shown(running.completeBy()),
                                running.expectedBy() == null
                                        ? ""
                                        : ", expected by " + Times.shown(running.expectedBy()),
                                running.heartbeat() == null
                                        ? ""
                                        : ", with a sign of life every %s at least"
                                                .formatted(Durations.format(running.heartbeat())));
            case Situation.Child child ->
                "waits for execution %s, since %s".formatted(child.child(), Times.shown(child.since()));
            case Situation.Waiting waiting
            when waiting.signal() != null ->
                "waits for the signal '%s', %s"
                        .formatted(
                                waiting.signal(),
                                waiting.until().equals(Times.MAX)
                                        ? "for as long as the execution lasts"
                                        : "until " + Times.shown(waiting.until()));
            case Situation.Waiting waiting ->
                "waits until %s (%s)".formatted(Times.shown(waiting.until()), waiting.reason());
            case Situation.NeedsPerson person ->
                "in front of a person" + (person.since() == null ? "" : " since " + Times.shown(person.since()));
        };
    }

    /** The words before what happens at an instant if nothing else happens first. */
    static String until(Situation situation, Instant at) {
        return switch (situation) {
            case Situation.Running running -> "if no report arrives by then: ";
            case Situation.Queued queued -> late(at);
            case Situation.Unoffered alone -> late(at);
            case Situation.Limited limited -> late(at);
            case Situation.Withheld withheld -> late(at);
            case Situation.Child child -> "then: ";
            case Situation.Waiting waiting -> "then: ";
            case Situation.NeedsPerson person -> "then: ";
        };
    }

    private static String late(Instant at) {
        return "if no agent has it by %s: ".formatted(Times.shown(at));
    }

    private static String limit(Situation.Limited limited) {
        Instant next = limited.next();
        return "%s: %d running, %d waiting%s"
                .formatted(
                        limited.limit(),
                        limited.running(),
                        limited.waiting(),
                        next == null ? "" : ", the next one may begin at " + Times.shown(next));
    }

    private static String stopped(Situation.Withheld withheld) {
        String since = Times.shown(withheld.stopped());
        if (withheld.actor() != null) {
            return "paused since %s by %s (%s), until it is resumed"
                    .formatted(since, withheld.actor(), withheld.reason());
        }
        Instant next = withheld.next();
        return "not called since %s because it fails for all callers (%s), and %s"
                .formatted(
                        since,
                        withheld.reason(),
                        next == null ? "is being tested now" : "tested again at " + Times.shown(next));
    }
}

package dev.reeve.simulation.oracle;

import dev.reeve.simulation.oracle.Account.Busy;
import dev.reeve.simulation.oracle.Account.Outcome;
import dev.reeve.simulation.oracle.Account.Tries;
import dev.reeve.simulation.oracle.Account.Undo;
import dev.reeve.simulation.oracle.JournalEvent.Failure;
import dev.reeve.simulation.oracle.JournalEvent.Purpose;
import dev.reeve.simulation.oracle.OracleState.Phase;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Retry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The documented consequences: how each failure is handled, and what closes a step. */
final class Rules {

    private static final Failure INVALID = new Failure("BUSINESS", "OUTPUT_INVALID", null, true);

    /** A wait is computed in microseconds, and a bound in floating point. */
    private static final Duration TOLERANCE = Duration.of(1, ChronoUnit.MICROS);

    private final OracleState situation;

    /** How a step, an item or a round begins. */
    final Beginnings beginnings;

    Rules(OracleState situation) {
        this.situation = situation;
        this.beginnings = new Beginnings(situation, this);
    }

    // Handling of failures

    /** The attempt ended without a result. */
    RequiredEvent afterAttempt(Account account, Purpose purpose, Failure failure) {
        boolean isUndoneEarly = purpose == Purpose.COMPENSATION && account.undo == Undo.BEGUN;
        if (isUndoneEarly || !isClosing(account)) {
            return remedy(account, purpose, failure, true);
        }
        // No retry, but a step in doubt is probed.
        boolean askable = account.doubt && account.canBeAsked();
        return switch (purpose) {
            case FORWARD -> askable ? asked(account) : givenUp();
            case PROBE -> askable ? remedy(account, purpose, failure, false) : givenUp();
            case COMPENSATION ->
                new RequiredEvent("no compensation before the forward attempts are closed", next -> false);
        };
    }

    /** Whether the result of the step is not needed any more. */
    private boolean isClosing(Account account) {
        return situation.phase == Phase.CLOSING || account.isUnneeded();
    }

    /** @param mayAsk false if the service has just been probed about this failure */
    private RequiredEvent remedy(Account account, Purpose purpose, Failure failure, boolean mayAsk) {
        boolean unknown =
                purpose == Purpose.FORWARD && account.doubt && (failure.isOfUnknownOutcome() || failure.possiblyDone());
        boolean poison = failure.cause().equals("POISON");
        if (unknown
                && !poison
                && (mustAsk(account, purpose, mayAsk) || account.call().onUnknown() != OnUnknown.RETRY)) {
            return last(account, purpose, failure, mayAsk);
        }
        Tries tries = account.tries(purpose);
        Retry retry = account.retry(purpose);
        if (!poison && !isRetried(retry, failure)) {
            return last(account, purpose, failure, mayAsk);
        }
        return switch (failure.cause()) {
            case "TRANSIENT", "SILENT", "BUSINESS" ->
                tries.failed < retry.maxAttempts()
                        ? again(
                                account,
                                purpose,
                                failure,
                                mayAsk,
                                "BACKOFF",
                                Duration.ZERO,
                                bound(retry, round(tries.failed)))
                        : exhausted(account, purpose, failure, mayAsk);
            case "LOST" -> {
                if (tries.lost >= 5) {
                    yield escalated(account, purpose, new Failure("POISON", "POISON", null, failure.possiblyDone()));
                }
                yield again(account, purpose, failure, mayAsk, "BACKOFF", Duration.ZERO, bound(retry, tries.lost - 1));
            }
            case "THROTTLED" -> {
                Duration asked = failure.retryAfter();
                if (tries.throttled > 50) {
                    yield exhausted(account, purpose, failure, mayAsk);
                } else if (asked == null || asked.isNegative() || asked.isZero()) {
                    yield again(
                            account,
                            purpose,
                            failure,
                            mayAsk,
                            "THROTTLED",
                            Duration.ZERO,
                            bound(retry, round(tries.throttled)));
                }
                Duration wait = asked.compareTo(Duration.ofDays(1)) > 0 ? Duration.ofDays(1) : asked;
                wait = wait.truncatedTo(ChronoUnit.MICROS);
                yield again(account, purpose, failure, mayAsk, "THROTTLED", wait, wait.plus(wait.dividedBy(10)));
            }
            case "POISON" -> mustAsk(account, purpose, mayAsk) ? asked(account) : escalated(account, purpose, failure);
            default -> new RequiredEvent("a cause that there is", next -> false);
        };
    }

    /**
     * Whether the code allows another attempt. {@code never} is stronger than {@code on}. The code of a lost attempt
     * says nothing about the request, so {@code on} does not apply to it. If no agent took the step, there is no
     * attempt to repeat.
     */
    private static boolean isRetried(Retry retry, Failure failure) {
        String code = failure.code();
        boolean named = retry.on().contains(code);
        if (retry.never().contains(code)) {
            return false;
        }
        return switch (failure.cause()) {
            case "LOST" -> true;
            case "BUSINESS" -> named && !code.equals("START_BY_PASSED");
            default -> named || retry.on().isEmpty();
        };
    }

    /** Whether the step is in doubt, and its probe has not been asked yet. */
    private static boolean mustAsk(Account account, Purpose purpose, boolean mayAsk) {
        return mayAsk && purpose == Purpose.FORWARD && account.doubt && account.canBeAsked();
    }

    /** A probe during a pause ends the pause. Then no failure counts yet, and the first backoff applies. */
    private static int round(int failures) {
        return Math.max(1, failures);
    }

    /** {@code min(maxBackoff, backoff × factor^(n-1))}; zero before the first failure that counts. */
    private static Duration bound(Retry retry, int n) {
        if (n < 1) {
            return Duration.ZERO;
        }
        double micros = retry.backoff().toNanos() / 1e3 * Math.pow(retry.factor(), n - 1);
        double max = retry.maxBackoff().toNanos() / 1e3;
        return Duration.of((long) Math.min(micros, max), ChronoUnit.MICROS);
    }

    /**
     * The end of the time for the retries: {@code giveUpAfter} after the first attempt, without pauses of the
     * execution. Null if there is none, or while the execution is paused, because the end of the pause is not known.
     */
    @Nullable Instant endOfRetries(Account account, Purpose purpose) {
        Tries tries = account.tries(purpose);
        Duration allowed = account.retry(purpose).giveUpAfter();
        return allowed == null || tries.firstAt == null || situation.paused
                ? null
                : Clockwork.plus(
                        tries.firstAt, allowed.plus(situation.pausedFor).minus(tries.pausedBefore));
    }

    /**
     * Retries after a wait between {@code min} and {@code max}; immediately if that is zero. If the time for retries
     * ends between the two, the wait that was drawn decides whether it is retried.
     */
    private RequiredEvent again(
            Account account,
            Purpose purpose,
            Failure failure,
            boolean mayAsk,
            String reason,
            Duration min,
            Duration max) {
        Instant earliest = Clockwork.plus(situation.at, min);
        Instant latest = Clockwork.plus(situation.at, max.plus(TOLERANCE));
        Instant end = endOfRetries(account, purpose);
        if (end != null && !earliest.isBefore(end)) {
            return last(account, purpose, failure, mayAsk);
        }
        Instant before = end == null ? Instant.MAX : end;
        RequiredEvent retried = new RequiredEvent(
                "another attempt (%s) between %s and %s, for %s".formatted(reason, earliest, latest, purpose),
                next -> next.is("StepWaiting", purpose)
                        ? next.text("reason").equals(reason)
                                && !next.instant("until").isBefore(earliest)
                                && !next.instant("until").isAfter(latest)
                                && next.instant("until").isBefore(before)
                        : next.is("StepResumed", purpose) && min.isZero());
        Supplier<RequiredEvent> first =
                () -> situation.isHistoryFull() ? historyFull(account, purpose, failure) : retried;
        return latest.isBefore(before)
                ? first.get()
                : either(account, first, () -> last(account, purpose, failure, mayAsk));
    }

    /** Either of two events, the first of which may be one of the whole execution. */
    private RequiredEvent either(Account account, Supplier<RequiredEvent> first, Supplier<RequiredEvent> second) {
        RequiredEvent one = first.get();
        RequiredEvent oneFirst = situation.due == null ? ofStep(account, one) : situation.due;
        boolean ofExecution = situation.due != null;
        situation.due = null;
        RequiredEvent other = second.get();
        RequiredEvent otherFirst = situation.due == null ? ofStep(account, other) : situation.due;
        ofExecution |= situation.due != null;
        situation.due = ofExecution ? oneFirst.or(otherFirst) : null;
        return one.or(other);
    }

    private static RequiredEvent ofStep(Account account, RequiredEvent event) {
        return new RequiredEvent(
                event.what(),
                next -> next.has("step")
                        && next.text("step").equals(account.path())
                        && event.fits().test(next));
    }

    private RequiredEvent exhausted(Account account, Purpose purpose, Failure failure, boolean mayAsk) {
        OnExhausted policy = account.call().onExhausted();
        // A code that onExhausted names has no further rounds.
        boolean named = policy.byCode().containsKey(failure.code());
        if (purpose != Purpose.FORWARD || named || account.tries(purpose).rounds >= policy.rounds()) {
            return last(account, purpose, failure, mayAsk);
        }
        Instant until = Clockwork.plus(situation.at, policy.pause());
        Instant end = endOfRetries(account, purpose);
        if (end != null && !until.isBefore(end)) {
            return last(account, purpose, failure, mayAsk);
        }
        if (situation.isHistoryFull()) {
            return historyFull(account, purpose, failure);
        }
        return new RequiredEvent(
                "a pause until " + until,
                next -> next.is("StepWaiting", purpose)
                        && next.text("reason").equals("PAUSE")
                        && next.instant("until").equals(until));
    }

    private RequiredEvent historyFull(Account account, Purpose purpose, Failure failure) {
        Failure tooLong = new Failure(failure.cause(), "HISTORY_TOO_LONG", null, failure.possiblyDone());
        return last(account, purpose, tooLong, false);
    }

    /** No retry is left, but a probe is asked first if there is one. */
    RequiredEvent last(Account account, Purpose purpose, Failure failure, boolean mayAsk) {
        if (mustAsk(account, purpose, mayAsk)) {
            return asked(account);
        }
        return switch (purpose) {
            case PROBE -> inVain(account);
            case COMPENSATION -> escalated(account, purpose, failure);
            case FORWARD -> {
                if (isTolerated(account, failure)) {
                    yield failed(failure, true);
                }
                yield switch (lastWord(account, failure)) {
                    case CONTINUE -> failed(failure, true);
                    case ESCALATE -> escalated(account, purpose, failure);
                    case COMPENSATE ->
                        account.isFinally || situation.pastPivot
                                ? escalated(account, purpose, failure)
                                : undoing(account, failure);
                };
            }
        };
    }

    /**
     * Whether the failure of an item is tolerated. Never for an item that kills agents, and never for an item whose
     * doubt must not be ignored.
     */
    private boolean isTolerated(Account account, Failure failure) {
        Account parent = account.parent;
        if (parent == null || !situation.goesForward() || failure.cause().equals("POISON")) {
            return false;
        }
        if (account.doubt && account.call().onUnknown() != OnUnknown.RETRY) {
            return false;
        }
        List<Account> items = Objects.requireNonNull(parent.items);
        long failed =
                items.stream().filter(each -> each.outcome == Outcome.CONTINUED).count();
        return failed
                < Objects.requireNonNull(account.step.forEach()).tolerate().of(items.size());
    }

    /** A step in doubt ends as configured for unknown outcomes, unless that treats them like any other failure. */
    private static OnExhausted.Then lastWord(Account account, Failure failure) {
        OnUnknown onUnknown = account.doubt ? account.call().onUnknown() : OnUnknown.RETRY;
        OnExhausted policy = account.step.task().onExhausted();
        return switch (onUnknown) {
            case RETRY -> policy == null ? OnExhausted.Then.COMPENSATE : byCode(policy, failure);
            case COMPENSATE -> OnExhausted.Then.COMPENSATE;
            case ESCALATE -> OnExhausted.Then.ESCALATE;
        };
    }

    /** The failure's own code is stronger than the code with which the step's child ended. */
    private static OnExhausted.Then byCode(OnExhausted policy, Failure failure) {
        OnExhausted.Then ofChild = policy.byCode().getOrDefault(failure.codeOfChild(), policy.then());
        return policy.byCode().getOrDefault(failure.code(), ofChild);
    }

    /**
     * The execution is undone: immediately if the step is to be probed first, otherwise when the step is given up. A
     * step that no agent took in time cannot be probed here: it would have been before.
     */
    private RequiredEvent undoing(Account account, Failure failure) {
        boolean asksFirst = account.purpose == Purpose.FORWARD
                && account.begun
                && !account.leftQueue
                && account.doubt
                && account.canBeAsked();
        RequiredEvent turn = new RequiredEvent(
                "the execution to be undone for " + failure,
                next -> next.is("CompensationStarted") && next.failure().isLike(failure));
        if (asksFirst) {
            situation.due = turn;
            return turn;
        }
        return failed(failure, false);
    }

    private static RequiredEvent failed(Failure failure, boolean continued) {
        return new RequiredEvent(
                "to fail with " + failure + (continued ? " and be continued" : ""),
                next -> next.is("StepFailed")
                        && next.flag("continued") == continued
                        && next.failure().isLike(failure));
    }

    private RequiredEvent givenUp() {
        boolean goesOn = situation.goesForward();
        return new RequiredEvent("to be given up", next -> next.is("StepFailed") && next.flag("continued") == goesOn);
    }

    private RequiredEvent escalated(Account account, Purpose purpose, Failure failure) {
        return purpose == Purpose.PROBE
                ? inVain(account)
                : new RequiredEvent(
                        "to need a person for " + failure,
                        next -> next.is("StepEscalated", purpose)
                                && next.failure().isLike(failure));
    }

    // Probes

    RequiredEvent asked(Account account) {
        Failure failure = account.tries(Purpose.FORWARD).last;
        return situation.isHistoryFull() && !isClosing(account) && failure != null
                ? remedy(account, Purpose.FORWARD, failure, false)
                : beginnings.ready(account, Purpose.PROBE);
    }

    /** The probe gave no answer: proceed as for a step without a probe. */
    private RequiredEvent inVain(Account account) {
        Failure failure = account.tries(Purpose.FORWARD).last;
        if (failure == null) {
            return new RequiredEvent("nothing to ask about", next -> false);
        }
        return isClosing(account) ? givenUp() : remedy(account, Purpose.FORWARD, failure, false);
    }

    RequiredEvent answered(Account account, JournalEvent answer) {
        return switch (answer.text("answer")) {
            case "DONE" -> {
                Object output = answer.value("output");
                int attempts = account.tries(Purpose.FORWARD).attempts;
                if (!JsonValues.isValid(account.step.output(), output)) {
                    yield isClosing(account) ? givenUp() : remedy(account, Purpose.FORWARD, INVALID, false);
                }
                boolean enough = beginnings.until(account, output) == Beginnings.Until.ENOUGH;
                yield new RequiredEvent(
                        "to be done by attempt " + attempts + ", as the probe says",
                        next -> next.is(enough ? "StepCompleted" : "RoundEnded")
                                && next.number("attempt") == attempts
                                && JsonValues.same(next.value("output"), output));
            }
            case "NOT_DONE" -> isClosing(account) ? withdrawn() : inVain(account);
            case "RUNNING" -> {
                Duration max = account.retry(Purpose.PROBE).maxBackoff();
                yield !situation.isHistoryFull()
                        ? again(account, Purpose.PROBE, Failure.NOT_COMPUTED, false, "BACKOFF", Duration.ZERO, max)
                        : inVain(account);
            }
            case "UNKNOWN" -> inVain(account);
            default -> new RequiredEvent("an answer that there is", next -> false);
        };
    }

    // Closing, when the execution is to be undone

    private RequiredEvent withdrawn() {
        return situation.goesForward()
                ? notNeeded()
                : new RequiredEvent(
                        "to be withdrawn",
                        next -> next.is("StepSkipped") && next.text("reason").equals("WITHDRAWN"));
    }

    /** It is skipped, because its execution goes on without it. */
    RequiredEvent notNeeded() {
        return new RequiredEvent(
                "to be skipped, as it is not needed",
                next -> next.is("StepSkipped") && next.text("reason").equals("NOT_NEEDED"));
    }

    /** The event that closes a step without work under way; null if none is required. */
    @Nullable RequiredEvent closing(Account account) {
        boolean untouched = !account.begun && !account.escalated;
        if (account.outcome != null || untouched || account.busy == Busy.RUNNING) {
            return null;
        }
        if (account.purpose == Purpose.PROBE && account.busy != Busy.NO) {
            return null;
        }
        if (!account.doubt) {
            return account.rounds > 0 ? givenUp() : withdrawn();
        }
        // Checked when it is the step's turn: the input of its probe may depend on steps before it.
        return account.canBeAsked()
                ? new RequiredEvent(
                        "to be asked about", next -> asked(account).fits().test(next))
                : givenUp();
    }
}

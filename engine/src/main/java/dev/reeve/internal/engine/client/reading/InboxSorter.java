package dev.reeve.internal.engine.client.reading;

import dev.reeve.Cause;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.Failure;
import dev.reeve.Inbox;
import dev.reeve.InboxGroup;
import dev.reeve.Purpose;
import dev.reeve.Situation;
import dev.reeve.StepExplanation;
import dev.reeve.UnofferedAction;
import dev.reeve.Verb;
import dev.reeve.internal.core.explanation.Explainer;
import dev.reeve.internal.engine.bulk.BulkSelection;
import dev.reeve.internal.engine.bulk.Fingerprint;
import dev.reeve.internal.engine.client.boundary.Arguments;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Groups the steps that need a person. For one thread; used once. */
final class InboxSorter {

    private static final int PAGE = 100;

    private record Key(String action, Purpose purpose, Cause cause, String code, String fingerprint) {}

    private final Map<Key, InboxGroup> groups = new LinkedHashMap<>();
    private final List<ExecutionId> unreadable = new ArrayList<>();

    private InboxSorter() {}

    static Inbox inbox(StoredExecutions executions, List<UnofferedAction> unoffered, int executionsMax) {
        if (executionsMax < 1 || executionsMax > Inbox.EXECUTIONS_MAX) {
            throw Arguments.invalid(
                    "executions: expected 1 to %d, found %d".formatted(Inbox.EXECUTIONS_MAX, executionsMax));
        }
        InboxSorter sorting = new InboxSorter();
        int seen = 0;
        ExecutionQuery query = ExecutionQuery.all()
                .status(ExecutionStatus.ESCALATED, ExecutionStatus.PAUSED)
                .limit(PAGE);
        List<ExecutionSummary> page = executions.list(query);
        boolean more = false;
        while (!page.isEmpty() && !more) {
            for (ExecutionSummary summary : page) {
                if (seen == executionsMax) {
                    more = true;
                    break;
                }
                seen++;
                sorting.add(executions, summary.id());
            }
            page = page.size() < PAGE ? List.of() : executions.list(query.after(page.getLast()));
        }
        List<InboxGroup> sorted = new ArrayList<>(sorting.groups.values());
        sorted.sort(Comparator.comparingInt(InboxGroup::steps).reversed().thenComparing(InboxGroup::oldest));
        return new Inbox(sorted, unoffered, seen, more, sorting.unreadable);
    }

    private void add(StoredExecutions executions, ExecutionId id) {
        StoredExecutions.Story story = executions.storyListed(id, unreadable);
        if (story == null) {
            return;
        }
        for (StepExplanation step : Explainer.needingPerson(story.state(), story.escalatedAt())) {
            if (step.situation() instanceof Situation.NeedsPerson person) {
                add(id, step, person);
            }
        }
    }

    private void add(ExecutionId id, StepExplanation step, Situation.NeedsPerson person) {
        Failure failure = BulkSelection.failure(step);
        String action = BulkSelection.action(step);
        Instant since = person.since() == null ? Instant.MAX : person.since();
        InboxGroup alone = new InboxGroup(
                action,
                step.purpose(),
                failure.cause(),
                failure.code(),
                Fingerprint.of(failure.message()),
                1,
                since,
                id,
                step.step(),
                failure.message(),
                person.verbs());
        groups.merge(
                new Key(action, step.purpose(), failure.cause(), failure.code(), alone.fingerprint()),
                alone,
                InboxSorter::together);
    }

    private static InboxGroup together(InboxGroup one, InboxGroup other) {
        InboxGroup oldest = other.oldest().isBefore(one.oldest()) ? other : one;
        List<Verb> verbs = new ArrayList<>(one.verbs());
        verbs.retainAll(other.verbs());
        return new InboxGroup(
                one.action(),
                one.purpose(),
                one.cause(),
                one.code(),
                one.fingerprint(),
                one.steps() + other.steps(),
                oldest.oldest(),
                oldest.example(),
                oldest.exampleStep(),
                oldest.exampleMessage(),
                verbs);
    }
}

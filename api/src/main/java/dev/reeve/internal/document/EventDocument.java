package dev.reeve.internal.document;

import dev.reeve.AttemptToken;
import dev.reeve.CallTimes;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Parent;
import dev.reeve.ProbeAnswer;
import dev.reeve.Purpose;
import dev.reeve.Rerun;
import dev.reeve.StepPath;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An event: its name as {@code kind}, and the members that an event of this kind has. Neither the nonce of an attempt
 * nor the seed of an execution is among them, because a program could report with these in an agent's place.
 *
 * @param members with {@code kind} first; those without a value have null
 */
public record EventDocument(Map<String, @Nullable Object> members) implements Document {

    /** Parts of Java's events that are not in documents. */
    private static final Set<String> SECRET = Set.of("nonce", "seed");

    /** The types in a document that stand for parts of an event. */
    private static final Map<Class<?>, Class<?>> DOCUMENTS = Map.of(
            Failure.class, FailureDocument.class,
            CallTimes.class, Times.class,
            Rerun.class, ExecutionDocument.Origin.class,
            Parent.class, ParentStep.class,
            ProbeAnswer.class, AnswerDocument.class);

    private static final Map<String, Class<?>> KINDS = kinds();

    private static final Map<String, Map<String, Member>> MEMBERS = KINDS.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, each -> membersOf(each.getValue())));

    /**
     * A member of one kind of events.
     *
     * @param type of its value in the document
     */
    record Member(String name, Type type, boolean optional) {}

    private static Map<String, Class<?>> kinds() {
        Map<String, Class<?>> kinds = new TreeMap<>();
        Stream.of(Event.class, Event.OfStep.class)
                .flatMap(type -> Arrays.stream(type.getPermittedSubclasses()))
                .filter(Class::isRecord)
                .forEach(type -> kinds.put(kind(type), type));
        return Collections.unmodifiableMap(kinds);
    }

    private static Map<String, Member> membersOf(Class<?> type) {
        Map<String, Member> members = new LinkedHashMap<>();
        for (RecordComponent component : type.getRecordComponents()) {
            if (!SECRET.contains(component.getName())) {
                @Nullable Class<?> document = DOCUMENTS.get(component.getType());
                members.put(
                        component.getName(),
                        new Member(
                                component.getName(),
                                document == null ? component.getGenericType() : document,
                                component.getAnnotatedType().isAnnotationPresent(Nullable.class)));
            }
        }
        return Collections.unmodifiableMap(members);
    }

    /** The members of a kind, without the kind itself; empty if there is no such kind. */
    static Optional<Map<String, Member>> membersOf(String kind) {
        return Optional.ofNullable(MEMBERS.get(kind));
    }

    /** The value of {@code kind} for documents and events of this type. */
    static String kind(Class<?> type) {
        String name = type.getSimpleName();
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    /** The event. Nonces and seeds are 0, because they are not in the document. */
    public Event event() {
        Class<?> type = KINDS.get(String.valueOf(members.get("kind")));
        if (type == null) {
            throw new MalformedDocumentException("not a kind of event");
        }
        RecordComponent[] components = type.getRecordComponents();
        @Nullable Object[] values = Arrays.stream(components).map(this::value).toArray();
        try {
            return (Event) type.getDeclaredConstructor(Arrays.stream(components)
                            .map(RecordComponent::getType)
                            .toArray(Class<?>[]::new))
                    .newInstance(values);
        } catch (InvocationTargetException e) {
            throw new MalformedDocumentException("not a " + type.getSimpleName() + ": " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("events are public records: " + type, e);
        }
    }

    private @Nullable Object value(RecordComponent component) {
        if (SECRET.contains(component.getName())) {
            return 0L;
        }
        return switch (members.get(component.getName())) {
            case null -> null;
            case FailureDocument it -> it.failure();
            case Times it -> it.times();
            case ExecutionDocument.Origin it -> it.rerun();
            case ParentStep it -> it.parent();
            case AnswerDocument it -> it.answer();
            case Object it -> it;
        };
    }

    public EventDocument {
        members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    /** Collects the members of one event, in their order. */
    private static final class Members {

        private final Map<String, @Nullable Object> members = new LinkedHashMap<>();

        Members(Event event) {
            members.put("kind", kind(event.getClass()));
            if (event instanceof Event.OfStep ofStep) {
                members.put("step", ofStep.step());
            }
        }

        Members put(String name, @Nullable Object value) {
            members.put(name, value);
            return this;
        }

        Members failure(@Nullable Failure failure) {
            return put("failure", FailureDocument.of(failure));
        }

        Members said(@Nullable String actor, @Nullable String reason) {
            return put("actor", actor).put("reason", reason);
        }
    }

    public static EventDocument of(Event event) {
        return new EventDocument(members(event, new Members(event)).members);
    }

    private static Members members(Event event, Members to) {
        return switch (event) {
            case Event.OfStep ofStep -> members(ofStep, to);
            case Event.ExecutionStarted e ->
                to.put("workflow", e.workflow())
                        .put("version", e.version())
                        .put("namespace", e.namespace())
                        .put("key", e.key())
                        .put("input", e.input())
                        .put("priority", e.priority())
                        .put("labels", e.labels())
                        .put("completeBy", e.completeBy())
                        .put("replyTo", e.replyTo())
                        .put("correlationId", e.correlationId())
                        .put("rerun", ExecutionDocument.Origin.of(e.rerun()))
                        .put("parent", ParentStep.of(e.parent()))
                        .put("traceparent", e.traceparent());
            case Event.ExecutionDelayed e -> to.put("until", e.until());
            case Event.ExecutionBegun e -> to;
            case Event.SignalReceived e ->
                to.put("signal", e.signal())
                        .put("id", e.id())
                        .put("data", e.data())
                        .put("actor", e.actor());
            case Event.CancelRequested e -> to.said(e.actor(), e.reason());
            case Event.CompensationRequested e -> to.said(e.actor(), e.reason());
            case Event.ExecutionPaused e -> to.said(e.actor(), e.reason());
            case Event.ExecutionResumed e -> to.said(e.actor(), e.reason());
            case Event.ExecutionMoved e -> to.put("version", e.version()).said(e.actor(), e.reason());
            case Event.CompensationStarted e -> to.failure(e.failure());
            case Event.CompletionStarted e -> to.put("endedBy", e.endedBy());
            case Event.ForwardClosed e -> to;
            case Event.FinallyStarted e -> to.put("outcome", e.outcome()).put("output", e.output());
            case Event.ExecutionCompleted e -> to.put("output", e.output());
            case Event.ExecutionCompensated e -> to.failure(e.failure());
            case Event.ExecutionCancelled e -> to.put("reason", e.reason());
            case Event.ExecutionFailed e -> to.failure(e.failure());
        };
    }

    private static Members members(Event.OfStep event, Members to) {
        return switch (event) {
            case Event.StepTaken e ->
                to.put("input", e.input())
                        .put("output", e.output())
                        .failure(e.failure())
                        .put("skipped", e.skipped())
                        .put("possiblyDone", e.possiblyDone())
                        .put("child", e.child())
                        .put("rounds", e.rounds())
                        .put("roundOutput", e.roundOutput())
                        .put("byHand", e.byHand());
            case Event.StepReady e ->
                to.put("purpose", e.purpose())
                        .put("input", e.input())
                        .put("limitKey", e.limitKey())
                        .put("times", Times.of(e.times()))
                        .put("name", e.name());
            case Event.ChildStarted e ->
                to.put("purpose", e.purpose()).put("attempt", e.attempt()).put("child", e.child());
            case Event.ItemsStarted e -> to.put("items", e.items());
            case Event.RoundEnded e -> to.put("attempt", e.attempt()).put("output", e.output());
            case Event.RoundUndone e ->
                to.put("attempt", e.attempt()).put("output", e.output()).said(e.actor(), e.reason());
            case Event.RoundFound e -> to.put("child", e.child());
            case Event.SignalTaken e -> to.put("signal", e.signal()).put("unusable", e.unusable());
            case Event.OthersEnded e -> to.put("others", e.others()).put("undone", e.undone());
            case Event.StepStarted e ->
                to.put("purpose", e.purpose())
                        .put("attempt", e.attempt())
                        .put("agent", e.agent())
                        .put("completeBy", e.completeBy());
            case Event.CheckpointRecorded e ->
                to.put("purpose", e.purpose()).put("attempt", e.attempt()).put("checkpoint", e.checkpoint());
            case Event.AttemptFailed e ->
                to.put("purpose", e.purpose()).put("attempt", e.attempt()).failure(e.failure());
            case Event.StepNotStarted e -> to.put("purpose", e.purpose()).failure(e.failure());
            case Event.StepWaiting e ->
                to.put("purpose", e.purpose()).put("until", e.until()).put("reason", e.reason());
            case Event.StepResumed e -> to.put("purpose", e.purpose());
            case Event.ProbeAnswered e -> to.put("attempt", e.attempt()).put("answer", AnswerDocument.of(e.answer()));
            case Event.StepCompleted e -> to.put("attempt", e.attempt()).put("output", e.output());
            case Event.StepFailed e -> to.failure(e.failure()).put("continued", e.continued());
            case Event.StepSkipped e -> to.put("skipReason", e.skipReason()).said(e.actor(), e.reason());
            case Event.StepEscalated e -> to.put("purpose", e.purpose()).failure(e.failure());
            case Event.StepRetried e ->
                to.put("purpose", e.purpose()).said(e.actor(), e.reason()).put("input", e.input());
            case Event.ProbeRequested e -> to.said(e.actor(), e.reason());
            case Event.StepResolved e -> to.put("output", e.output()).said(e.actor(), e.reason());
            case Event.StepCompensated e ->
                to.put("attempt", e.attempt()).put("output", e.output()).said(e.actor(), e.reason());
            case Event.LateReportKept e ->
                to.put("purpose", e.purpose())
                        .put("attempt", e.attempt())
                        .put("output", e.output())
                        .failure(e.failure());
        };
    }

    /**
     * The durations of a call that were computed.
     *
     * @param completeBy timeout of one attempt, or of a child
     * @param startBy how long the step may wait for an agent
     * @param backoff the upper bound of the first delay between attempts
     * @param maxBackoff the maximum of the bound
     */
    public record Times(
            @Nullable Duration completeBy,
            @Nullable Duration startBy,
            @Nullable Duration backoff,
            @Nullable Duration maxBackoff)
            implements Document {

        static @Nullable Times of(@Nullable CallTimes times) {
            return times == null
                    ? null
                    : new Times(times.completeBy(), times.startBy(), times.backoff(), times.maxBackoff());
        }

        CallTimes times() {
            return new CallTimes(completeBy, startBy, backoff, maxBackoff);
        }
    }

    /**
     * The step that an execution does.
     *
     * @param execution its execution
     * @param step the step
     * @param purpose whether the step is done or undone
     * @param attempt the number of the attempt
     * @param depth the number of ancestors
     * @param undoes the execution that is undone
     */
    public record ParentStep(
            ExecutionId execution,
            StepPath step,
            Purpose purpose,
            int attempt,
            int depth,
            @Nullable ExecutionId undoes) implements Document {

        static @Nullable ParentStep of(@Nullable Parent parent) {
            return parent == null
                    ? null
                    : new ParentStep(
                            parent.token().execution(),
                            parent.token().step(),
                            parent.token().purpose(),
                            parent.token().attempt(),
                            parent.depth(),
                            parent.undoes());
        }

        Parent parent() {
            return new Parent(new AttemptToken(execution, step, purpose, attempt, 0), depth, undoes);
        }
    }
}

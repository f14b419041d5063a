package dev.reeve.simulation.modelcheck;

import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.Work;
import dev.reeve.simulation.modelcheck.ModelEvent.Kind;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * A 128-bit hash of everything that can influence what happens next. Of instants only the order counts: which are past,
 * which is now, and the order of those to come. The same situation an hour later thus has the same fingerprint.
 *
 * <p>Reads all fields of the core's states by reflection, except those that are named here. A new field of the core is
 * thus part of the fingerprint by default.
 */
record ModelHash(long high, long low) {

    /** Fields without influence on decisions, and fields that follow from others. */
    private static final Set<String> LEFT_OUT = Set.of(
            "ExecutionState.id",
            "ExecutionState.plan",
            "ExecutionState.started",
            "ExecutionState.startedAt",
            "ExecutionState.endedAt",
            "ExecutionState.events", // the limits of a history are far away
            "ExecutionState.steps", // one by one, below
            "ExecutionState.completeBy", // below, as its clock may stand still
            "ExecutionState.stoppedSince",
            "Hold.since",
            "SignalList.parsed", // follows from the texts
            "StepState.evidence", // shown to people and probes
            "Series.earlier", // says which of it probes receive
            "Ready.since",
            "Running.nonce", // follows from the number of the attempt
            "Running.agent",
            "Running.startedAt", // only heartbeats count from it, below
            "Failure.code",
            "Failure.message",
            "Failure.details");

    /** Fields that are only reported: their presence counts, their value does not. */
    private static final Set<String> ONLY_TOLD = Set.of("ExecutionState.undoneFor", "StepState.failure");

    /** Matters only for late reports. */
    private static final String GIVEN_UP = "Series.givenUp";

    private static final List<Kind> KINDS = List.of(Kind.values());

    private static final Map<Class<?>, List<Field>> FIELDS = new LinkedHashMap<>();

    private static final Field STOPPED_SINCE = field("stoppedSince");

    private static final Field COMPLETE_BY = field("completeBy");

    /** @param memory hash of the oracle's memory, so that situations differ if only the oracle can tell them apart */
    static ModelHash of(ModelNode situation, Model model, int memory) {
        ExecutionState state = situation.state();
        Mixer mixer = new Mixer(situation.now(), ModelTimers.of(situation), model.limit(Kind.STALE) > 0);
        mixer.add(state);
        for (StepPath path : state.paths()) {
            StepState step = Objects.requireNonNull(state.step(path));
            mixer.add(step);
            if (step.open() instanceof Open.Running running) {
                Duration heartbeat = Work.of(state, path).heartbeat();
                mixer.add(heartbeat == null ? null : running.startedAt().plus(heartbeat));
            }
        }
        Instant since = (Instant) get(STOPPED_SINCE, state);
        Instant completeBy = (Instant) get(COMPLETE_BY, state);
        if (completeBy != null && since != null) {
            mixer.mix(Integer.signum(completeBy.compareTo(since))); // the clock is stopped, or should be
            mixer.mix(Integer.signum(completeBy.compareTo(situation.now())));
        } else {
            mixer.add(state.completeBy());
        }
        mixer.mix(memory);
        for (Kind kind : KINDS) {
            mixer.mix(situation.used(kind));
        }
        return new ModelHash(mixer.high, mixer.low);
    }

    private static Field field(String name) {
        try {
            Field field = ExecutionState.class.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("the state of an execution has no '" + name + "' any more", e);
        }
    }

    private static @Nullable Object get(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static synchronized List<Field> fields(Class<?> type) {
        return FIELDS.computeIfAbsent(type, ModelHash::findFields);
    }

    private static List<Field> findFields(Class<?> type) {
        if (!type.getName().startsWith("dev.reeve.internal.core.")
                && !type.getPackageName().equals("dev.reeve")) {
            throw new IllegalStateException("what is a " + type.getName() + " in the state of an execution?");
        }
        List<Field> fields = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !LEFT_OUT.contains(name(field))) {
                field.setAccessible(true);
                fields.add(field);
            }
        }
        return List.copyOf(fields);
    }

    private static String name(Field field) {
        return field.getDeclaringClass().getSimpleName() + "." + field.getName();
    }

    /** Two chains of the finalizer of SplitMix64 with different constants. */
    private static final class Mixer {
        private final Instant now;
        private final SortedSet<Instant> deadlines;
        private final boolean lateReports;
        private long high = 1;
        private long low = 2;

        Mixer(Instant now, SortedSet<Instant> deadlines, boolean lateReports) {
            this.now = now;
            this.lateReports = lateReports;
            this.deadlines = deadlines;
        }

        void mix(long word) {
            high = (high ^ word) * 0xBF58476D1CE4E5B9L;
            high ^= high >>> 29;
            low = (low + word + 0x9E3779B97F4A7C15L) * 0x94D049BB133111EBL;
            low ^= low >>> 31;
        }

        void add(@Nullable Object value) {
            switch (value) {
                case null -> mix(-7);
                case Boolean flag -> mix(flag ? 1 : 2);
                case Number number -> mix(number.longValue());
                case String text -> text(text);
                case Json json -> text(json.text());
                case Enum<?> constant -> text(constant.name());
                case Duration duration -> mix(duration.toNanos());
                case Instant instant ->
                    mix(instant.isAfter(now) ? 1 + deadlines.headSet(instant).size() : instant.compareTo(now));
                case List<?> list -> {
                    mix(list.size());
                    list.forEach(this::add);
                }
                case Set<?> set ->
                    add(set.stream().map(String::valueOf).sorted().toList());
                default -> object(value);
            }
        }

        private void text(String text) {
            mix(text.length());
            for (int i = 0; i < text.length(); i++) {
                mix(text.charAt(i));
            }
        }

        private void object(Object object) {
            if (object.getClass().isArray()) {
                mix(Array.getLength(object));
                for (int i = 0; i < Array.getLength(object); i++) {
                    add(Array.get(object, i));
                }
                return;
            }
            text(object.getClass().getSimpleName());
            for (Field field : fields(object.getClass())) {
                Object value = get(field, object);
                String name = name(field);
                if (ONLY_TOLD.contains(name)) {
                    mix(value == null ? 1 : 2);
                } else if (lateReports || !name.equals(GIVEN_UP)) {
                    add(value);
                }
            }
        }
    }
}

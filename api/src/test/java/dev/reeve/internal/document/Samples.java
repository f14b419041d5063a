package dev.reeve.internal.document;

import dev.reeve.Cron;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.StepPath;
import dev.reeve.Timetable;
import dev.reeve.workflow.Rate;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes values of records: one with all components, and one without those that may be absent. For one thread. */
final class Samples {

    /** Deeper parts are left out where they may be absent, and lists are empty there. */
    private static final int DEPTH_MAX = 6;

    private final boolean whole;
    private int number;

    private Samples(boolean whole) {
        this.whole = whole;
    }

    /** The samples of a record, or of each record of a sealed interface. */
    static List<Object> of(Class<?> type) {
        List<Object> samples = new ArrayList<>();
        for (Class<?> each : records(type)) {
            samples.add(new Samples(true).present(each, 0));
            samples.add(new Samples(false).present(each, 0));
        }
        return samples;
    }

    static List<Class<?>> records(Class<?> type) {
        return type.isSealed() && !type.isEnum()
                ? Arrays.stream(type.getPermittedSubclasses())
                        .flatMap(each -> records(each).stream())
                        .toList()
                : List.of(type);
    }

    private Object present(Type type, int depth) {
        if (type instanceof ParameterizedType generic) {
            return collection(generic, depth);
        }
        Class<?> named = (Class<?>) type;
        if (named == EventDocument.class) {
            return EventDocument.of((Event) present(Event.class, depth + 1));
        }
        if (named != ZoneId.class && named.isSealed() && !named.isEnum()) {
            List<Class<?>> all = records(named);
            return present(all.get(++number % all.size()), depth + 1);
        }
        if (named == Timetable.Every.class) { // whole seconds
            return new Timetable.Every(Duration.ofSeconds(++number), Instant.ofEpochSecond(++number));
        }
        if (named == Event.StepTaken.class) { // its parts depend on each other
            return new Event.StepTaken(
                    StepPath.of("taken"), null, new Json("[1]"), null, null, whole, null, whole ? 2 : 0, null);
        }
        return named.isRecord() && simple(named) == null ? record(named, depth) : required(named);
    }

    private Object required(Class<?> type) {
        Object value = simple(type);
        if (value == null) {
            throw new AssertionError("no sample of " + type);
        }
        return value;
    }

    private Object collection(ParameterizedType generic, int depth) {
        Type[] arguments = generic.getActualTypeArguments();
        if (generic.getRawType() == Map.class) {
            return whole ? Map.of("a", present(arguments[1], depth + 1)) : Map.of();
        }
        boolean empty = !whole || depth > DEPTH_MAX;
        if (generic.getRawType() == SortedSet.class) {
            return new TreeSet<>(empty ? List.of() : List.of("x.y", "z"));
        }
        return empty ? List.of() : List.of(present(arguments[0], depth + 1), present(arguments[0], depth + 1));
    }

    private Object record(Class<?> type, int depth) {
        RecordComponent[] components = type.getRecordComponents();
        @Nullable Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            boolean absent =
                    DocumentReader.isOptional(components[i].getAnnotatedType()) && (!whole || depth > DEPTH_MAX);
            values[i] = absent ? null : present(components[i].getGenericType(), depth + 1);
        }
        try {
            var constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(type.toString(), e);
        }
    }

    private @Nullable Object simple(Class<?> type) {
        number++;
        if (type == int.class || type == Integer.class) {
            return number;
        } else if (type == long.class || type == Long.class) {
            return 0L; // nonces and seeds are not in documents
        } else if (type == double.class) {
            return number % 100 / 100.0;
        } else if (type == boolean.class) {
            return number % 2 == 0;
        } else if (type == String.class) {
            return "text \"%d\"\n\u2028é".formatted(number);
        } else if (type == Json.class) {
            return new Json("{\"n\": 12345678901234567890.10, \"s\": [%d, null]}".formatted(number));
        } else if (type == Instant.class) {
            return Instant.ofEpochSecond(number, 123_000);
        } else if (type == Duration.class) {
            return Duration.ofMillis(number * 1_001L);
        } else if (type == ZoneId.class) {
            return ZoneId.of("Europe/Berlin");
        } else if (type == StepPath.class) {
            return new StepPath("step", number, StepPath.NONE);
        } else if (type == ExecutionId.class) {
            return new ExecutionId(new UUID(number, number));
        } else if (type == Cron.class) {
            return Cron.parse("0 3 * * *");
        } else if (type == Rate.class) {
            return Rate.perMinute(number);
        } else if (type.isEnum()) {
            return type.getEnumConstants()[number % type.getEnumConstants().length];
        }
        return null;
    }
}

package dev.reeve.benchmark;

import dev.reeve.Event;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.values.JsonText;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares the hand-written JSON code of an execution's transitions with Jackson's streaming API (ADR 30). */
@Command(
        name = "codec",
        description =
                "CPU time for the JSON of one chain3 execution: events and checks of payloads, by the engine's code and by Jackson's streaming API, in turn.")
final class CodecCommand implements Callable<Integer> {

    private static final int BATCH = 20_000;
    private static final int WARM_UPS = 3;
    private static final StepPath[] STEPS =
            IntStream.rangeClosed(1, 3).mapToObj(i -> StepPath.of("step" + i)).toArray(StepPath[]::new);

    @Option(names = "--rounds", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    private int rounds = 9;

    private final Json input = Payloads.order(1);
    private final Json output = Payloads.result(input);

    /** Against dead code elimination. */
    private int sink;

    @Override
    public Integer call() {
        List<List<Event>> batches = batches();
        batches.forEach(CodecCommand::verify);
        List<String> payloads = List.of(input.text(), output.text(), output.text(), output.text());
        Map<String, Supplier<Integer>> contenders = Map.of(
                "write by hand", () -> batches.stream()
                        .mapToInt(events -> EventCodec.write(events).length())
                        .sum(),
                "write with Jackson", () -> batches.stream()
                        .mapToInt(events -> JacksonEvents.write(events).length())
                        .sum(),
                "check by hand", () -> payloads.stream()
                        .mapToInt(text -> JsonText.checked(text, "input").length())
                        .sum(),
                "check with Jackson", () -> payloads.stream()
                        .mapToInt(text -> JacksonEvents.checked(text).length())
                        .sum());
        List<String> names = contenders.keySet().stream().sorted().toList();
        double[][] micros = new double[names.size()][rounds];
        for (int round = -WARM_UPS; round < rounds; round++) {
            for (int i = 0; i < names.size(); i++) {
                double measured = cpuMicros(contenders.get(names.get(i)));
                if (round >= 0) {
                    micros[i][round] = measured;
                }
            }
        }
        for (int i = 0; i < names.size(); i++) {
            double[] sorted = Arrays.stream(micros[i]).sorted().toArray();
            System.out.printf(
                    Locale.ROOT,
                    "%-20s min %.2f, median %.2f, max %.2f µs of CPU an execution%n",
                    names.get(i),
                    sorted[0],
                    sorted[rounds / 2],
                    sorted[rounds - 1]);
        }
        return sink == 1 ? 1 : 0;
    }

    private double cpuMicros(Supplier<Integer> work) {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (int i = 0; i < BATCH; i++) {
            sink += work.get();
        }
        return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / 1e3 / BATCH;
    }

    private static void verify(List<Event> events) {
        String expected = EventCodec.write(events);
        String found = JacksonEvents.write(events);
        if (!expected.equals(found)) {
            throw new IllegalStateException("expected %s, found %s".formatted(expected, found));
        }
    }

    /** The transitions of one execution: the start, and one for each report. */
    private List<List<Event>> batches() {
        Event.ExecutionStarted start =
                new Event.ExecutionStarted("chain3", 1, "default", null, input, 0, Map.of(), null, 0x8f3a52c1d07be946L);
        Event completed = new Event.ExecutionCompleted(
                new Json("{\"step1\":%s,\"step2\":%s,\"step3\":%s}".formatted(output, output, output)));
        return List.of(
                List.of(start, ready(0), started(0)),
                List.of(done(0), ready(1), started(1)),
                List.of(done(1), ready(2), started(2)),
                List.of(done(2), completed));
    }

    private Event ready(int step) {
        return new Event.StepReady(STEPS[step], Purpose.FORWARD, input, null);
    }

    private Event done(int step) {
        return new Event.StepCompleted(STEPS[step], 1, output);
    }

    private static Event started(int step) {
        return new Event.StepStarted(
                STEPS[step],
                Purpose.FORWARD,
                1,
                "bench-1",
                Instant.parse("2026-01-31T12:00:45.123456Z"),
                0x7f3a52c1d07be946L);
    }
}

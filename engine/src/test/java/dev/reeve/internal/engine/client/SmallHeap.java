package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionSummary;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The work of a process with a small heap: fills a store without an agent until the engine refuses starts, or opens it
 * again and does the work. Prints how many executions there were.
 */
public final class SmallHeap {

    private static final int PAYLOAD = 256 * 1024;
    private static final int STARTS = 1_000;
    private static final int VERSIONS_MAX = 2_000;
    private static final int EXPRESSIONS = 400;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private SmallHeap() {}

    /** In this process: {@code what} is {@code fill} or {@code finish}. */
    public static void run(String what, Supplier<Reeve> open) {
        try (Reeve reeve = open.get()) {
            System.out.println(
                    switch (what) {
                        case "fill" -> fill(reeve);
                        case "finish" -> finish(reeve);
                        case "deploy" -> deploy(reeve);
                        default -> throw new IllegalArgumentException(what);
                    });
        }
    }

    private static int fill(Reeve reeve) {
        reeve.deploy(DefinitionReader.parse("""
                workflow: large
                steps: { only: { action: test.only, input: { text: "${ input.text }" } } }
                """));
        int refused = 0;
        for (int i = 0; i < STARTS; i++) {
            try {
                reeve.start("large", Map.of("text", Integer.toString(i % 10).repeat(PAYLOAD)));
            } catch (ReeveException e) {
                if (e.code() != ErrorCode.OVERLOADED) {
                    throw e;
                }
                refused++;
            }
        }
        return STARTS - refused;
    }

    /** Each version gets an execution, so that none of their compiled forms is unused. */
    private static int deploy(Reeve reeve) {
        int version = 1;
        while (version <= VERSIONS_MAX) {
            try {
                reeve.deploy(computing(version));
            } catch (ReeveException e) {
                if (e.code() != ErrorCode.OVERLOADED) {
                    throw e;
                }
                break;
            }
            Map<String, Object> input = Map.of("text", "x", "n", version);
            await().atMost(PATIENCE).until(() -> isStarted(reeve, input));
            version++;
        }
        return version - 1;
    }

    /** Executions are swapped out for a start that was refused. */
    private static boolean isStarted(Reeve reeve, Map<String, Object> input) {
        try {
            reeve.start("computing", input);
            return true;
        } catch (ReeveException e) {
            if (e.code() != ErrorCode.OVERLOADED) {
                throw e;
            }
            return false;
        }
    }

    private static Definition computing(int version) {
        String members = IntStream.range(0, EXPRESSIONS)
                .mapToObj(i -> "computed_number_%d: \"${ input.n + %d }\"".formatted(i, i))
                .collect(Collectors.joining(", "));
        return DefinitionReader.parse("""
                workflow: computing
                version: %d
                steps: { only: { action: test.only, input: { text: "${ input.text }", %s } } }
                """.formatted(version, members));
    }

    private static int finish(Reeve reeve) {
        AtomicInteger calls = new AtomicInteger();
        reeve.agent("tests")
                .action("test.only", Map.class, (input, step) -> {
                    calls.incrementAndGet();
                    return String.valueOf(input.get("text")).length();
                })
                .slots(2)
                .start();
        List<ExecutionSummary> open = reeve.list(ExecutionQuery.all().limit(STARTS));
        open.forEach(execution -> reeve.find(execution.id()).orElseThrow().awaitEnd(PATIENCE));
        return calls.get();
    }

    /** In another process with this much heap; what it printed, which is all that it does if it ends well. */
    public static int process(Class<?> main, String heap, String what, String where)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                what,
                where));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("exit code; it said: %s", said).isZero();
        return Integer.parseInt(said.lines().toList().getLast().strip());
    }

    /** Deploys with a heap until no more definitions fit, and does the work of all of them with half of it. */
    public static void proveDefinitions(Class<?> main, String where) throws IOException, InterruptedException {
        int versions = process(main, "192m", "deploy", where);
        assertThat(versions).isBetween(100, VERSIONS_MAX - 1);
        assertThat(process(main, "96m", "finish", where)).isGreaterThanOrEqualTo(versions);
    }

    /** Fills with a heap, and finishes with half of it. */
    public static void prove(Class<?> main, String where) throws IOException, InterruptedException {
        int started = process(main, "192m", "fill", where);
        assertThat(started).isBetween(30, 400);
        assertThat(process(main, "96m", "finish", where)).isGreaterThanOrEqualTo(started);
    }
}

package dev.reeve.internal.agent;

import static dev.reeve.internal.agent.Harness.request;
import static dev.reeve.internal.agent.Harness.token;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.agent.Handler;
import dev.reeve.agent.Probe;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.values.Limits;
import dev.reeve.spi.transport.Report;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Inputs, outputs and failures of handlers (A2, A6, A10, R40)")
final class HandlerResultTest {

    record Circle(List<Object> self) {}

    record Item(String sku, int quantity) {}

    record Order(
            String id,
            BigDecimal total,
            List<Item> items,
            @Nullable Instant at) {}

    record Receipt(String id, BigDecimal paid, Instant at, Duration took) {}

    private static Harness answering(Handler<Order, ?> handler, String input) {
        Harness harness =
                new Harness().action("order.take", Order.class, handler).start();
        harness.offer(request(token("take", 1), "order.take", input));
        harness.settle();
        return harness;
    }

    private static Harness throwing(Throwable thrown) {
        return answering((order, step) -> HandlerResultTest.<RuntimeException>sneak(thrown), "{\"id\":\"1\"}");
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> Object sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Test
    void recordsAreBoundAndWritten() {
        Harness harness = answering(
                (order, step) -> new Receipt(
                        order.id() + step.attempt(),
                        order.total().add(new BigDecimal("0.10")),
                        Instant.parse("2026-01-01T00:00:00Z"),
                        Duration.ofSeconds(90)),
                """
                {"id":"a","total":12345678901234567890.1200,"items":[{"sku":"x","quantity":2}],"new":{"unknown":true}}""");

        assertThat(harness.onlyOutput())
                .contains("\"id\":\"a1\"")
                .contains("\"paid\":12345678901234567890.2200")
                .contains("\"at\":\"2026-01-01T00:00:00Z\"")
                .contains("\"took\":\"PT1M30S\"");
    }

    @Test
    void whatTheHandlerIsToldAboutItsAttempt() {
        Harness harness = answering(
                (order, step) -> Map.of(
                        "all",
                        List.of(
                                step.workflow(),
                                step.action(),
                                step.step().toString(),
                                step.purpose().name(),
                                step.idempotencyKey(),
                                step.remaining().toSeconds() >= 59,
                                step.cancelled())),
                "{}");

        assertThat(harness.onlyOutput())
                .isEqualTo("{\"all\":[\"orders\",\"order.take\",\"take\",\"FORWARD\","
                        + "\"00000000-0000-0007-0000-000000000007/take\",true,false]}");
    }

    @Test
    void nullIsTheOutputNull() {
        assertThat(answering((order, step) -> null, "{}").onlyOutput()).isEqualTo("null");
    }

    @Test
    void numbersOfAnyShapeOfInputStayExact() {
        Harness harness = new Harness().action("echo", (input, step) -> input).start();
        harness.offer(request(
                token("echo", 1), "echo", "{\"a\":9007199254740993,\"b\":0.10,\"c\":123456789012345678901234567890}"));
        harness.settle();

        assertThat(harness.onlyOutput())
                .isEqualTo("{\"a\":9007199254740993,\"b\":0.10,\"c\":123456789012345678901234567890}");
    }

    @Test
    void textIsHandedThroughAsItIs() {
        Harness harness =
                new Harness().action("echo", Json.class, (input, step) -> input).start();
        harness.offer(request(token("echo", 1), "echo", "{ \"a\" : 1.50 }"));
        harness.settle();

        assertThat(harness.onlyOutput()).isEqualTo("{ \"a\" : 1.50 }");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"items\":[{\"sku\":\"x\"},{\"quantity\":\"two\"}]} | $.items[1].quantity",
                "{\"items\":[{\"quantity\":1.5}]}                     | $.items[0].quantity",
                "{\"items\":[{\"quantity\":null}]}                    | $.items[0].quantity",
                "{\"items\":[{\"quantity\":99999999999}]}             | $.items[0].quantity",
                "{\"total\":true}                                     | $.total",
                "{\"at\":\"yesterday\"}                               | $.at",
                "[1]                                                  | $",
                "null                                                 | $",
            })
    void inputThatDoesNotFitFailsForGoodAndSaysWhere(String input, String place) {
        Harness harness = answering(
                (order, step) -> {
                    throw new AssertionError("not to be called");
                },
                input);

        Failure failure = harness.onlyFailure();
        assertThat(failure.cause()).isEqualTo(Cause.BUSINESS);
        assertThat(failure.code()).isEqualTo("INPUT_MISMATCH");
        assertThat(failure.message()).contains("order.take").contains("Order").endsWith("at " + place);
        assertThat(failure.possiblyDone()).isFalse();
    }

    @Test
    @DisplayName("R40: an output over the limit is a small failure that is not retried")
    void outputOverTheLimit() {
        String large = "x".repeat(Limits.DEFAULT.payloadBytes() - 2);

        assertThat(answering((order, step) -> large, "{}").onlyOutput()).hasSize(Limits.DEFAULT.payloadBytes());
        // F44: the last would never fit into memory
        Iterable<String> endless = () -> Stream.generate(() -> "garbage").iterator();
        for (Object tooLarge : List.of(large + "x", "ß".repeat(Limits.DEFAULT.payloadBytes() / 2), endless)) {
            Failure failure = answering((order, step) -> tooLarge, "{}").onlyFailure();
            assertThat(failure.cause()).isEqualTo(Cause.BUSINESS);
            assertThat(failure.code()).isEqualTo("OUTPUT_TOO_LARGE");
            assertThat(failure.message()).contains("1048576").hasSizeLessThan(1_000);
            assertThat(failure.possiblyDone()).isTrue();
        }
    }

    @Test
    void outputThatNoStoreCouldKeep() {
        List<Object> circle = new ArrayList<>();
        circle.add(circle);
        for (Object odd :
                List.of(Double.NaN, "nul \0", new Circle(circle), new Json("{\"a\":1,\"a\":2}"), new Json("{"))) {
            Failure failure = answering((order, step) -> odd, "{}").onlyFailure();
            assertThat(failure.cause()).isEqualTo(Cause.BUSINESS);
            assertThat(failure.code()).isEqualTo("OUTPUT_INVALID");
            assertThat(failure.possiblyDone()).isTrue();
        }
    }

    @Test
    void statedFailures() {
        assertThat(throwing(StepFailure.businessError("CARD_DECLINED", "no", Map.of("reason", 51)))
                        .onlyFailure())
                .isEqualTo(
                        new Failure(Cause.BUSINESS, "CARD_DECLINED", "no", new Json("{\"reason\":51}"), null, false));
        assertThat(throwing(StepFailure.transientError("BUSY", "later")).onlyFailure())
                .isEqualTo(new Failure(Cause.TRANSIENT, "BUSY", "later", null, null, false));
        assertThat(throwing(StepFailure.transientError("NO_ANSWER", "sent")
                                .possiblyDone()
                                .causedBy(new IOException("gone")))
                        .onlyFailure())
                .isEqualTo(new Failure(Cause.TRANSIENT, "NO_ANSWER", "sent", null, null, true));
        assertThat(throwing(StepFailure.throttled(Duration.ofSeconds(3))).onlyFailure())
                .isEqualTo(new Failure(
                        Cause.THROTTLED,
                        "THROTTLED",
                        "the service asked to come back after PT3S",
                        null,
                        Duration.ofSeconds(3),
                        false));
    }

    @Test
    void detailsThatAreTooLargeAreLeftOut() {
        Failure failure = throwing(
                        StepFailure.businessError("NO", "no", "x".repeat(ReportedFailures.DETAILS_BYTES_MAX)))
                .onlyFailure();

        assertThat(failure.details()).isNull();
        assertThat(failure.message()).startsWith("no (details left out: ");
    }

    @Test
    void anyOtherExceptionIsTransientAndMayHaveHadItsEffect() {
        Failure failure = throwing(new IOException("reset", new IllegalStateException("root")))
                .onlyFailure();

        assertThat(failure)
                .isEqualTo(new Failure(
                        Cause.TRANSIENT,
                        "IO_EXCEPTION",
                        "reset; caused by java.lang.IllegalStateException: root",
                        null,
                        null,
                        true));
    }

    @Test
    void aFailureStatedInAPromiseIsHeard() {
        Failure failure = answering(
                        (order, step) -> CompletableFuture.failedFuture(
                                        new CompletionException(StepFailure.businessError("NO", "no")))
                                .join(),
                        "{}")
                .onlyFailure();

        assertThat(failure.code()).isEqualTo("NO");
    }

    @ParameterizedTest
    @ValueSource(classes = {StackOverflowError.class, AssertionError.class, NoClassDefFoundError.class})
    @DisplayName("F44, F60: an Error of a handler is reported like any exception")
    void errorsAreReported(Class<? extends Error> type) throws ReflectiveOperationException {
        Harness harness = throwing(type.getConstructor().newInstance());

        assertThat(harness.onlyFailure().cause()).isEqualTo(Cause.TRANSIENT);
        assertThat(harness.onlyFailure().possiblyDone()).isTrue();
        assertThat(harness.uncaught).isEmpty();
    }

    @Test
    @DisplayName("R45: an error of the machine is reported, then passed to the uncaught exception handler")
    void fatalErrorsAreReportedAndRethrown() {
        Harness harness = throwing(new OutOfMemoryError("heap"));

        assertThat(harness.onlyFailure().code()).isEqualTo("OUT_OF_MEMORY_ERROR");
        assertThat(harness.uncaught).singleElement().isInstanceOf(OutOfMemoryError.class);
        assertThat(harness.session().holdings().running()).isZero();
    }

    @Test
    @DisplayName("A10: an unknown action gives a clear failure, not a hang")
    void unknownAction() {
        Harness harness = new Harness()
                .action("a.b", (input, step) -> 1)
                .action("c.d", (input, step) -> 1)
                .start();
        harness.offer(request(token("s", 1), "x.y", "{}"));

        Failure failure = harness.onlyFailure();
        assertThat(failure.code()).isEqualTo("UNKNOWN_ACTION");
        assertThat(failure.cause()).isEqualTo(Cause.BUSINESS);
        assertThat(failure.message()).isEqualTo("agent test has no handler for action x.y; it has [a.b, c.d]");
        assertThat(failure.possiblyDone()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "done    | {\"state\":\"done\",\"output\":{\"id\":7}}",
                "nothing | {\"state\":\"done\",\"output\":null}",
                "notDone | {\"state\":\"notDone\"}",
                "running | {\"state\":\"running\"}",
                "unknown | {\"state\":\"unknown\"}"
            },
            delimiter = '|',
            quoteCharacter = '`')
    @DisplayName("V5: answers of a probe")
    void probeAnswers(String answer, String expected) {
        Harness harness = new Harness()
                .action("payment.status", (input, step) -> switch (answer) {
                    case "done" -> Probe.done(Map.of("id", 7));
                    case "nothing" -> Probe.done(null);
                    case "notDone" -> Probe.notDone();
                    case "running" -> Probe.running();
                    default -> Probe.unknown();
                })
                .start();
        harness.offer(request(token("charge", Purpose.PROBE, 1), "payment.status", "{}"));
        harness.settle();

        assertThat(harness.onlyReport())
                .isEqualTo(new Report.Completed(token("charge", Purpose.PROBE, 1), new Json(expected)));
    }

    @Test
    @DisplayName("D12: no payload names a class")
    void noClassIsNamedByAPayload() {
        Harness harness = new Harness()
                .action("any", Object.class, (input, step) -> input.getClass().getSimpleName())
                .start();
        harness.offer(request(token("s", 1), "any", "{\"@class\":\"java.util.concurrent.ConcurrentHashMap\"}"));
        harness.settle();

        assertThat(harness.onlyOutput()).isEqualTo("\"LinkedHashMap\"");
    }

    @ParameterizedTest
    @CsvSource({
        "java.sql.SQLTimeoutException, SQL_TIMEOUT_EXCEPTION",
        "java.io.IOException, IO_EXCEPTION",
        "java.lang.IllegalStateException, ILLEGAL_STATE_EXCEPTION",
        "java.lang.Exception, EXCEPTION"
    })
    void codesOfExceptions(Class<?> type, String code) {
        assertThat(ReportedFailures.code(type)).isEqualTo(code);
        assertThat(ReportedFailures.code(new RuntimeException() {}.getClass())).isEqualTo("RUNTIME_EXCEPTION");
    }

    @Test
    void integersOfAnySizeCanBeBound() {
        Harness harness = new Harness()
                .action("echo", BigInteger.class, (input, step) -> input.add(BigInteger.ONE))
                .start();
        harness.offer(request(token("s", 1), "echo", "12345678901234567890123"));
        harness.settle();

        assertThat(harness.onlyOutput()).isEqualTo("12345678901234567890124");
    }
}

package dev.reeve.internal.model.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.Json;
import dev.reeve.internal.model.definition.ActionCall;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Predecessor;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.model.expression.Template;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Problem;
import dev.reeve.workflow.Retry;
import dev.reeve.workflow.Workflow;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WorkflowTest {

    static Path resource(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(WorkflowTest.class.getResource(name), name)
                .toURI());
    }

    @Test
    void loadsTheWholeExample() throws Exception {
        Definition workflow = DefinitionLoader.load(resource("order_fulfilment.yaml"));

        assertThat(workflow.name()).isEqualTo("order_fulfilment");
        assertThat(workflow.version()).isEqualTo(1);
        assertThat(workflow.completeBy()).isEqualTo(Duration.ofHours(2));
        assertThat(workflow.steps())
                .extracting(Step::name)
                .containsExactly("reserve_inventory", "charge_payment", "create_shipment", "send_notification");
        assertThat(workflow.steps().get(0).task())
                .isEqualTo(new Task.Action(
                        new ActionCall(
                                "inventory.reserve",
                                Template.of(
                                        new Json("{\"sku\":\"${ input.sku }\",\"quantity\":\"${ input.quantity }\"}")),
                                Duration.ofSeconds(30),
                                null,
                                new Retry(5, Duration.ofSeconds(1), 2, Duration.ofMinutes(1))),
                        new ActionCall(
                                "inventory.release", null, ActionCall.DEFAULT_COMPLETE_BY, null, Retry.PERSISTENT),
                        null,
                        OnUnknown.RETRY,
                        OnExhausted.COMPENSATE,
                        0));
        assertThat(workflow.steps().get(1).after()).containsExactly(Predecessor.step("reserve_inventory"));
        assertThat(workflow.steps().get(1).task()).isInstanceOfSatisfying(Task.Action.class, action -> {
            assertThat(action.call().heartbeat()).isEqualTo(Duration.ofSeconds(10));
            assertThat(action.probe())
                    .isEqualTo(new ActionCall("payment.status", null, Duration.ofSeconds(30), null, Retry.DEFAULT));
        });
        assertThat(workflow.steps().get(2).task())
                .isInstanceOfSatisfying(
                        Task.Action.class,
                        action -> assertThat(action.onExhausted())
                                .isEqualTo(new OnExhausted(Duration.ofHours(1), 3, OnExhausted.Then.COMPENSATE)));
        assertThat(workflow.steps().get(3).task())
                .isInstanceOfSatisfying(
                        Task.Action.class,
                        action -> assertThat(action.onExhausted()).isEqualTo(OnExhausted.CONTINUE));
        assertThat(workflow.finallySteps().getFirst().task()).isInstanceOfSatisfying(Task.Action.class, action -> {
            assertThat(action.onExhausted()).isEqualTo(OnExhausted.ESCALATE);
            assertThat(action.call().retry()).isEqualTo(Retry.PERSISTENT);
        });
    }

    @Test
    void theBuilderBuildsTheSameWithTheSameWords() throws Exception {
        Definition built = DefinitionReader.of(Workflow.named("order_fulfilment")
                .version(1)
                .description("Take an order from stock to doorstep, or put everything back.")
                .completeBy(Duration.ofHours(2))
                .input(new Json("{\"type\":\"object\",\"required\":[\"orderId\",\"sku\",\"quantity\",\"card\"]}"))
                .step(
                        "reserve_inventory",
                        s -> s.action("inventory.reserve")
                                .input(ordered("sku", "${ input.sku }", "quantity", "${ input.quantity }"))
                                .completeBy(Duration.ofSeconds(30))
                                .retry(Retry.DEFAULT)
                                .compensate("inventory.release"))
                .step(
                        "charge_payment",
                        s -> s.after("reserve_inventory")
                                .action("payment.charge")
                                .input(ordered(
                                        "card",
                                        "${ input.card }",
                                        "amount",
                                        "${ steps.reserve_inventory.output.total }"))
                                .completeBy(Duration.ofSeconds(45))
                                .heartbeat(Duration.ofSeconds(10))
                                .probe("payment.status")
                                .compensate("payment.refund"))
                .step(
                        "create_shipment",
                        s -> s.after("charge_payment")
                                .action("shipping.create")
                                .compensate("shipping.cancel", c -> c.retry(Retry.PERSISTENT.withMaxAttempts(10)))
                                .onExhausted(new OnExhausted(Duration.ofHours(1), 3, OnExhausted.Then.COMPENSATE)))
                .step(
                        "send_notification",
                        s -> s.after("charge_payment")
                                .action("notification.send")
                                .onExhausted(OnExhausted.Then.CONTINUE))
                .finallyStep("close_order", s -> s.action("order.close").input(Map.of("outcome", "${ outcome }")))
                .output(Map.of("tracking", "${ steps.create_shipment.output.tracking }"))
                .build());

        assertThat(built).isEqualTo(DefinitionLoader.load(resource("order_fulfilment.yaml")));
    }

    private static Map<String, Object> ordered(String first, Object value, String second, Object other) {
        Map<String, Object> map = new java.util.LinkedHashMap<>();
        map.put(first, value);
        map.put(second, other);
        return map;
    }

    @Test
    void convertsToJsonAndYamlAndBack() throws Exception {
        Definition workflow = DefinitionLoader.load(resource("order_fulfilment.yaml"));

        assertThat(DefinitionReader.parse(workflow.toJson().text())).isEqualTo(workflow);
        assertThat(DefinitionReader.restore(workflow.toJson())).isEqualTo(workflow);
        assertThat(DefinitionReader.parse(workflow.toYaml())).isEqualTo(workflow);
        assertThat(DefinitionReader.parse(workflow.toYaml()).toJson()).isEqualTo(workflow.toJson());
        assertThat(workflow.toYaml()).contains("""
                  create_shipment:
                    after: [charge_payment]
                    action: shipping.create
                    compensate: shipping.cancel
                    onExhausted: { pause: 1h, rounds: 3, then: compensate }
                """);
    }

    @Test
    void reportsAllProblemsAtOnceEachWithItsPlaceAndASuggestion() {
        assertThatThrownBy(() -> DefinitionReader.parse("""
                        workflow: Order Fulfilment
                        version: 0
                        steps:
                          reserve_inventory:
                            action: inventory.reserve
                            completBy: 30s
                          charge_payment:
                            after: [reserve_inventry]
                            action: payment.charge
                            completeBy: 20s
                            heartbeat: 10s
                            input: { amount: "${ steps.reserve_inventori.output.total + $now() }" }
                          ship:
                            action: shipping.create
                            limit: { concurrency: 1 }
                            input: { total: "${ steps.charge_payment.output }" }
                        """, "order.yaml"))
                .isInstanceOfSatisfying(
                        InvalidWorkflowException.class,
                        e -> assertThat(e.problems())
                                .extracting(Problem::toString)
                                .containsExactly(
                                        "1:11: workflow: 'Order Fulfilment' is not a name: expected small letters, digits and _,"
                                                + " beginning with a letter. For example order_fulfilment",
                                        "2:10: version: expected a whole number from 1 to 1,000,000,000, found the number 0",
                                        "6:5: steps.reserve_inventory.completBy: unknown key 'completBy'. Did you mean completeBy?",
                                        "8:13: steps.charge_payment.after[0]: there is no step 'reserve_inventry'. Did you mean"
                                                + " reserve_inventory?",
                                        "11:16: steps.charge_payment.heartbeat: a heartbeat of 10s is more than a third of completeBy"
                                                + " (20s): one late beat would end the attempt. At most 6666ms, or a longer completeBy",
                                        "12:22: steps.charge_payment.input.amount: $now is refused (at character 40). An expression"
                                                + " must give the same answer whenever it is evaluated: take the time from an action's"
                                                + " output or the input",
                                        "16:21: steps.ship.input.total: the step 'charge_payment' need not be settled by then: 'ship'"
                                                + " does not come after it. Add charge_payment to 'after' of ship"))
                .hasMessageStartingWith("order.yaml has 7 problems:");
    }

    @Test
    void namesTheCycle() {
        assertThatThrownBy(() -> Workflow.named("w")
                        .step("a", s -> s.after("c").action("x.y"))
                        .step("b", s -> s.after("a").action("x.y"))
                        .step("c", s -> s.after("b", "d").action("x.y"))
                        .step("d", s -> s.action("x.y"))
                        .build())
                .hasMessageContaining("the steps wait for each other: a → b → c → a");
    }

    @Test
    void theBuilderReportsAllProblemsWithTheirPaths() {
        assertThatThrownBy(() -> Workflow.named("w")
                        .step(
                                "a",
                                s -> s.action("x.y")
                                        .when("input.a >")
                                        .retry(new Retry(0, Duration.ZERO, 0.5, Duration.ZERO)))
                        .step("a", s -> s.after("b").action("x.y").input(Map.of("at", "${ itput.a }")))
                        .step("c", s -> s.wait(Duration.ofNanos(10)).priority(5))
                        .finallyStep("c", s -> s.action("x.y").compensate("x.z").input(List.of("${ steps.c.output }")))
                        .output("${ steps.z }")
                        .build())
                .isInstanceOfSatisfying(
                        InvalidWorkflowException.class,
                        e -> assertThat(e.problems())
                                .extracting(Problem::path)
                                .containsExactlyInAnyOrder(
                                        "steps.a",
                                        "steps.a.after[0]",
                                        "steps.a.input.at",
                                        "steps.c.wait",
                                        "steps.c.priority",
                                        "finally.c",
                                        "finally.c.compensate",
                                        "output"));
    }

    @Test
    void saysWhyAFileCannotBeRead(@TempDir Path directory) throws Exception {
        Path latin = Files.write(
                directory.resolve("latin.yaml"), "description: \u00e9".getBytes(StandardCharsets.ISO_8859_1));
        Path large = Files.writeString(directory.resolve("large.yaml"), "#".repeat(9_000_000));

        assertThatThrownBy(() -> DefinitionLoader.load(directory.resolve("none.yaml")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("there is no file");
        assertThatThrownBy(() -> DefinitionLoader.load(directory)).isInstanceOf(UncheckedIOException.class);
        assertThatThrownBy(() -> DefinitionLoader.load(latin)).hasMessageContaining("UTF-8");
        assertThatThrownBy(() -> DefinitionLoader.load(directory))
                .hasMessage(directory + " is a directory: name a file");
        // A device says that it is empty, and has no end
        assertThatThrownBy(() -> DefinitionLoader.load(Path.of("/dev/zero")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("/dev/zero")
                .hasMessageContaining("8,388,608 bytes, which is the limit");
        assertThatThrownBy(() -> DefinitionLoader.load(large))
                .hasMessageContaining("9,000,000 bytes")
                .hasMessageContaining("1,048,576");
    }

    /** V3. */
    @Test
    void whatAnAttemptIsExpectedToTakeIsLessThanItMayTake() {
        Definition workflow = DefinitionReader.parse("""
                workflow: w
                version: 1
                steps:
                  a: { action: x.y, expected: 5s }
                """);

        assertThat(workflow.steps().getFirst().task())
                .isInstanceOfSatisfying(
                        Task.Action.class,
                        action -> assertThat(action.expected()).isEqualTo(Duration.ofSeconds(5)));
        assertThatThrownBy(() -> DefinitionReader.parse("""
                        workflow: w
                        version: 1
                        steps:
                          a: { action: x.y, completeBy: 5s, expected: 5s }
                        """))
                .hasMessageContaining(
                        "steps.a.expected: an attempt that is expected to take 5s is given up at completeBy (5s)");
    }
}

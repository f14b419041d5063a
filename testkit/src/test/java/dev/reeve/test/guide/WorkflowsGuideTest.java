package dev.reeve.test.guide;

import static dev.reeve.test.guide.Observed.called;
import static dev.reeve.test.guide.Observed.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.Event;
import dev.reeve.ExecutionStatus;
import dev.reeve.HistoryEntry;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.Signal;
import dev.reeve.Start;
import dev.reeve.StepStatus;
import dev.reeve.agent.StepFailure;
import dev.reeve.test.ActionCall;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@ReeveTest
@DisplayName("S7: the workflows of docs/guide/workflows.md do what the guide says")
final class WorkflowsGuideTest {

    private static final Path GUIDE = Path.of("../docs/guide/workflows.md");

    private static final Map<String, Workflow> WORKFLOWS = workflows();

    private static Map<String, Workflow> workflows() {
        try {
            Map<String, Workflow> workflows = new LinkedHashMap<>();
            Matcher block = Pattern.compile("^<!-- (\\S+) -->\\n```yaml\\n(.*?)```", Pattern.DOTALL | Pattern.MULTILINE)
                    .matcher(Files.readString(GUIDE));
            while (block.find()) {
                Workflow workflow = Workflow.parse(block.group(2), block.group(1) + ".yaml");
                assertThat(workflow.name()).isEqualTo(block.group(1));
                workflows.put(workflow.name(), workflow);
            }
            return workflows;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** All actions of which nothing was said succeed. */
    private static VirtualExecution start(VirtualReeve reeve, String name, Object input) {
        Workflow workflow = Objects.requireNonNull(WORKFLOWS.get(name), name);
        reeve.deploy(workflow).otherActionsSucceed(workflow);
        return reeve.start(name, input);
    }

    @Test
    @DisplayName("a sequence and a parallel split are undone in reverse order")
    void order(VirtualReeve reeve) {
        assertThat(start(reeve, "order", Map.of()).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve).subList(0, 2)).containsExactly("stock.reserve", "card.charge");
        assertThat(called(reeve)).hasSize(4).contains("parcel.send", "mail.send");
    }

    @Test
    void orderUndone(VirtualReeve reeve) {
        reeve.on("parcel.send").failsWithBusinessError("NO_ROUTE");

        assertThat(start(reeve, "order", Map.of()).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(called(reeve)).endsWith("card.refund", "stock.release");
    }

    @Test
    @DisplayName("exclusive choice, simple merge, synchronisation")
    void delivery(VirtualReeve reeve) {
        assertThat(start(reeve, "delivery", Map.of("weight", 50)).awaitEnd().status())
                .isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).containsExactly("truck.order", "invoice.send");
    }

    @Test
    @DisplayName("a signal starts the cart of a customer, and the next cart after its end")
    void cart(VirtualReeve reeve) {
        Workflow workflow = Objects.requireNonNull(WORKFLOWS.get("cart"));
        reeve.deploy(workflow).otherActionsSucceed(workflow);
        Start how = Start.key("cart/7").keyPolicy(KeyPolicy.RETURN_OPEN);
        String customer = "7";
        String item = "a-1";
        String message = "m1";

        reeve.signalWithStart(
                "cart",
                Map.of("customer", customer),
                Start.key("cart/" + customer).keyPolicy(KeyPolicy.RETURN_OPEN),
                Signal.of("item_added", item).withId(message));
        VirtualExecution cart = reeve.actingAs("shop")
                .signalWithStart(
                        "cart", Map.of(), how, Signal.of("item_added", item).withId("m0"));
        VirtualExecution same = reeve.signalWithStart(
                "cart", Map.of(), how, Signal.of("item_added", "a-2").withId("m2"));
        assertThat(same.id()).isEqualTo(cart.id());
        assertThat(cart.history())
                .extracting(HistoryEntry::event)
                .contains(
                        new Event.SignalReceived("item_added", "m1", new Json("\"a-1\""), "application"),
                        new Event.SignalReceived("item_added", "m0", new Json("\"a-1\""), "shop"));
        assertThat(cart.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);

        assertThat(called(reeve)).containsExactly("mail.remind");
        assertThat(reeve.signalWithStart(
                                "cart",
                                Map.of(),
                                how,
                                Signal.of("item_added", "a-2").withId("m2"))
                        .id())
                .isEqualTo(cart.id());
        assertThat(reeve.signalWithStart(
                                "cart",
                                Map.of(),
                                how,
                                Signal.of("item_added", "a-3").withId("m3"))
                        .id())
                .isNotEqualTo(cart.id());
    }

    @Test
    @DisplayName("a value is computed without an agent")
    void basket(VirtualReeve reeve) {
        reeve.on("basket.price").answers(Map.of("net", 100));

        VirtualExecution execution = start(reeve, "basket", Map.of());

        assertThat(execution.awaitEnd().output()).isEqualTo(new Json("{\"net\":100,\"gross\":119}"));
        assertThat(reeve.calls("card.charge").getFirst().input().text()).isEqualTo("{\"amount\":119}");
    }

    @Test
    @DisplayName("a step fails on purpose, and what was done is undone")
    void loanRejected(VirtualReeve reeve) {
        reeve.on("credit.check").answers(Map.of("score", 120, "customer", false));

        VirtualExecution execution = start(reeve, "loan", Map.of());

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(Objects.requireNonNull(execution.describe().failure()).code())
                .isEqualTo("TOO_RISKY");
        assertThat(Objects.requireNonNull(execution.describe().failure()).message())
                .isEqualTo("the score is 120");
        assertThat(reeve.calls("account.close")).hasSize(1);
    }

    @Test
    @DisplayName("a step completes the execution with its own output")
    void loanOfCustomer(VirtualReeve reeve) {
        reeve.on("account.open").answers(Map.of("id", 7));
        reeve.on("credit.check").answers(Map.of("score", 500, "customer", true));

        VirtualExecution execution = start(reeve, "loan", Map.of());

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(execution.awaitEnd().output()).isEqualTo(new Json("{\"account\":7,\"welcome\":false}"));
        assertThat(reeve.calls("account.close")).isEmpty();
    }

    @Test
    void loan(VirtualReeve reeve) {
        reeve.on("account.open").answers(Map.of("id", 7));
        reeve.on("credit.check").answers(Map.of("score", 500, "customer", false));

        assertThat(start(reeve, "loan", Map.of()).awaitEnd().output())
                .isEqualTo(new Json("{\"account\":7,\"welcome\":true}"));
        assertThat(called(reeve)).contains("mail.send");
    }

    @Test
    @DisplayName("a later step reads the error of one that failed, and its code decided what followed")
    void gift(VirtualReeve reeve) {
        reeve.on("gift.wrap")
                .failsWith(StepFailure.businessError("OUT_OF_PAPER", "no paper", Map.of("backAt", "monday")));
        reeve.on("card.charge").failsWithBusinessError("GATEWAY_BUSY").failsWithBusinessError("CARD_DECLINED");

        VirtualExecution execution = start(reeve, "gift", Map.of());

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(execution.awaitEnd().failedStep()).hasToString("charge");
        assertThat(called(reeve))
                .containsExactly("gift.wrap", "mail.apologise", "card.charge", "card.charge", "report.failed");
        assertThat(reeve.calls("mail.apologise").getFirst().input().text()).isEqualTo("{\"until\":\"monday\"}");
        assertThat(reeve.calls("report.failed").getFirst().input().text())
                .isEqualTo("{\"step\":\"charge\",\"code\":\"CARD_DECLINED\"}");
    }

    @Test
    void giftWrapped(VirtualReeve reeve) {
        assertThat(start(reeve, "gift", Map.of()).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).containsExactly("gift.wrap", "card.charge");
    }

    @Test
    @DisplayName("a dynamic fork: the data chooses the action of each item")
    void checkout(VirtualReeve reeve) {
        List<Map<String, Boolean>> parcels = List.of(Map.of("abroad", true), Map.of("abroad", false));

        VirtualExecution execution = start(reeve, "checkout", Map.of("method", "card", "parcels", parcels));

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).containsExactlyInAnyOrder("payment.card", "parcel.export", "parcel.send");
    }

    @Test
    void checkoutOfAnotherMethod(VirtualReeve reeve) {
        VirtualExecution execution = start(reeve, "checkout", Map.of("method", "cash", "parcels", List.of()));

        assertThat(Objects.requireNonNull(execution.awaitEnd().failure()).code())
                .isEqualTo("NAME_NOT_LISTED");
        assertThat(called(reeve)).isEmpty();
    }

    @Test
    @DisplayName("multiple instances, number known at design time or at the start, with compensation")
    void album(VirtualReeve reeve) {
        reeve.on("photo.find").answers(List.of("a", "b", "c"));
        reeve.on("album.publish").failsWithBusinessError("FULL");

        assertThat(start(reeve, "album", Map.of()).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(reeve.calls("photo.scale")).hasSize(3);
        assertThat(reeve.calls("photo.scale").getFirst().input().text()).isEqualTo("{\"url\":\"a\",\"number\":1}");
        assertThat(reeve.calls("photo.remove")).hasSize(3);
    }

    @Test
    @DisplayName("one call for many elements of a list")
    void mailing(VirtualReeve reeve) {
        List<Integer> addresses = IntStream.range(0, 1_200).boxed().toList();
        reeve.on("mail.send").answers("sent");

        VirtualExecution execution = start(reeve, "mailing", Map.of("addresses", addresses));

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("mail.send")).hasSize(3);
        assertThat(reeve.calls("mail.send").getLast().input().text())
                .startsWith("{\"to\":[1000,1001,")
                .endsWith(",1199],\"part\":3}");
        assertThat(execution.awaitEnd().output()).isEqualTo(new Json("{\"send\":[\"sent\",\"sent\",\"sent\"]}"));
    }

    @Test
    @DisplayName("structured loop over several steps, for three months, and paid back")
    void subscription(VirtualReeve reeve) {
        Workflow charge = Objects.requireNonNull(WORKFLOWS.get("charge"));
        reeve.deploy(charge).otherActionsSucceed(charge);
        reeve.on("card.charge")
                .answers(Map.of("cancelled", false))
                .answers(Map.of("cancelled", false))
                .answers(Map.of("cancelled", true));
        reeve.on("account.close").failsWithBusinessError("IN_DEBT");

        VirtualExecution subscription = start(reeve, "subscription", Map.of("fee", 9));

        assertThat(subscription.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(reeve.calls("card.charge")).hasSize(3);
        assertThat(reeve.calls("card.refund"))
                .extracting(call -> call.input().text())
                .allSatisfy(input -> assertThat(input).contains("\"fee\":9"))
                .hasSize(3);
    }

    @Test
    @DisplayName("a group of steps for each item, with rounds in it")
    void orderInParcels(VirtualReeve reeve) {
        reeve.on("stock.reserve").answers(Map.of("hall", "north"));
        reeve.on("parcel.send").answers(Map.of("number", 1)).answers(Map.of("number", 2));
        reeve.on("parcel.ask")
                .answers(Map.of("arrived", false))
                .answers(Map.of("arrived", false))
                .answers(Map.of("arrived", true));

        VirtualExecution order = start(reeve, "order_in_parcels", Map.of("parcels", List.of("a", "b")));

        assertThat(order.awaitEnd().output()).asString().contains("1", "2").hasSize(5);
        assertThat(reeve.calls("parcel.pack"))
                .extracting(call -> call.input().text())
                .containsExactlyInAnyOrder(
                        "{\"parcel\":\"a\",\"hall\":\"north\"}", "{\"parcel\":\"b\",\"hall\":\"north\"}");
        assertThat(reeve.calls("parcel.ask")).hasSize(4);
        assertThat(order.child("ship[1]").describe().summary().workflow()).isEqualTo("order_in_parcels.ship");
    }

    @Test
    @DisplayName("C3 the parcels of a group are undone together, and then the stock is released")
    void orderInParcelsUndone(VirtualReeve reeve) {
        reeve.on("parcel.ask").answers(Map.of("arrived", true));
        reeve.on("bill.send").failsWithBusinessError("IN_DEBT");

        VirtualExecution order = start(reeve, "order_in_parcels", Map.of("parcels", List.of("a", "b")));

        assertThat(order.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(called(reeve)).endsWith("parcel.unpack", "parcel.unpack", "stock.release");
    }

    private VirtualExecution parcels(VirtualReeve reeve) {
        Workflow parcel = Objects.requireNonNull(WORKFLOWS.get("parcel"));
        reeve.deploy(parcel).otherActionsSucceed(parcel);
        return start(reeve, "parcels", Map.of("parcels", List.of("a", "b")));
    }

    @Test
    @DisplayName("a workflow as a step, for each item")
    void parcelsSent(VirtualReeve reeve) {
        assertThat(parcels(reeve).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).hasSize(5).endsWith("bill.send");
    }

    @Test
    @DisplayName("C3 completed children are undone like any other step")
    void parcelsUndone(VirtualReeve reeve) {
        reeve.on("bill.send").failsWithBusinessError("BROKE");

        assertThat(parcels(reeve).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(reeve.calls("courier.cancel")).hasSize(2);
    }

    @Test
    @DisplayName("a workflow starts itself as a child, until a condition ends the recursion")
    void countdown(VirtualReeve reeve) {
        assertThat(start(reeve, "countdown", Map.of("n", 5)).awaitEnd().status())
                .isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("mail.send")).hasSize(5);
    }

    @Test
    @DisplayName("endless recursion")
    void countdownFromTooHigh(VirtualReeve reeve) {
        VirtualExecution execution = start(reeve, "countdown", Map.of("n", 100));

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(reeve.calls("mail.send")).hasSize(17);
    }

    @Test
    @DisplayName("structured loop")
    void report(VirtualReeve reeve) {
        reeve.on("report.order").answers(Map.of("id", 7));
        reeve.on("report.status")
                .answers(Map.of("ready", false))
                .answers(Map.of("ready", false))
                .answers(Map.of("ready", true));

        assertThat(start(reeve, "report", Map.of()).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        List<ActionCall> asked = reeve.calls("report.status");
        assertThat(asked).hasSize(3);
        assertThat(Duration.between(asked.getFirst().at(), asked.getLast().at()))
                .isBetween(Duration.ofSeconds(30), Duration.ofSeconds(32));
        assertThat(asked).extracting(ActionCall::idempotencyKey).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("persistent trigger: reminders are sent until a decision")
    void expense(VirtualReeve reeve) {
        VirtualExecution slow = start(reeve, "expense", Map.of());
        reeve.advance(Duration.ofDays(4));
        assertThat(called(reeve)).containsExactly("mail.ask", "mail.remind");

        slow.actingAs("ada").signal("decision", Map.of("approved", true));
        assertThat(slow.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).endsWith("bank.transfer");
    }

    @Test
    void expenseThatNobodyDecides(VirtualReeve reeve) {
        VirtualExecution forgotten = start(reeve, "expense", Map.of());
        reeve.advance(Duration.ofDays(15));

        assertThat(forgotten.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(status(forgotten, "pay")).isEqualTo(StepStatus.SKIPPED);
    }

    @Test
    void expenseThatIsDecidedAtOnce(VirtualReeve reeve) {
        VirtualExecution quick = start(reeve, "expense", Map.of());
        quick.actingAs("ada").signal("decision", Map.of("approved", false));
        reeve.advance(Duration.ofDays(4));

        assertThat(quick.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).containsExactly("mail.ask");
    }

    @Test
    @DisplayName("C6: steps before the point of no return are not undone after it")
    void purchase(VirtualReeve reeve) {
        reeve.on("parcel.send").failsWithBusinessError("NO_ROUTE");
        VirtualExecution execution = start(reeve, "purchase", Map.of());

        assertThat(execution.awaitRest()).isEqualTo(ExecutionStatus.ESCALATED);
        execution.actingAs("ada").recovery().resolve("ship", "by bicycle");
        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).doesNotContain("stock.release");
    }

    @Test
    @DisplayName("a signal moves a date, and a wait is computed")
    void invoice(VirtualReeve reeve) {
        Instant began = reeve.now();
        VirtualExecution execution = start(
                reeve,
                "invoice",
                Map.of("dueAt", began.plus(Duration.ofDays(30)).toString(), "graceDays", 3));
        reeve.advance(Duration.ofDays(29));
        execution.signal(
                "due_changed", Map.of("dueAt", began.plus(Duration.ofDays(60)).toString()));
        reeve.advance(Duration.ofDays(33));
        assertThat(reeve.calls("mail.remind")).as("after 62 days").isEmpty();

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(Duration.between(began, reeve.calls("mail.remind").getFirst().at()))
                .isBetween(Duration.ofDays(63), Duration.ofDays(63).plusMinutes(1));
    }

    @Test
    @DisplayName("an N-out-of-M join continues when enough steps have succeeded")
    void offers(VirtualReeve reeve) {
        reeve.on("offer.a").failsWithBusinessError("CLOSED");
        VirtualExecution execution = start(reeve, "offers", Map.of());

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("offer.choose")).hasSize(1);
    }

    @Test
    @DisplayName("S7: cancelling discriminator, cancelling N-out-of-M join: the loser of a race is undone meanwhile")
    void race(VirtualReeve reeve) {
        reeve.on("hotel.reserve_b").answers(Map.of()).taking(Duration.ofSeconds(20));
        reeve.on("trip.book").answers(Map.of()).taking(Duration.ofSeconds(5));
        VirtualExecution execution = start(reeve, "race", Map.of());

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("trip.book")).hasSize(1);
        assertThat(reeve.calls("hotel.release_b")).hasSize(1);
        assertThat(reeve.calls("hotel.release_a")).isEmpty();
    }

    @Test
    @DisplayName("S7: signals are collected until enough of them have come")
    void votes(VirtualReeve reeve) {
        VirtualExecution execution = start(reeve, "votes", Map.of());
        execution.signal("vote", Map.of("approve", true));
        assertThat(execution.status()).isEqualTo(ExecutionStatus.RUNNING);
        execution.signal("vote", Map.of("approve", true));

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("bank.transfer")).hasSize(1);
    }

    @Test
    @DisplayName("S8 O3: labels and priority are set from the start")
    void claim(VirtualReeve reeve) {
        VirtualExecution execution = start(reeve, "claim", Map.of("customer", 4711, "amount", 20_000));

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(execution.describe().summary().labels()).isEqualTo(Map.of("customer", "4711", "kind", "large"));
        assertThat(execution.describe().summary().priority()).isEqualTo(10);
    }

    @Test
    @DisplayName("S8: calls wait for the limit of their own key only")
    void payout(VirtualReeve reeve) {
        List<Map<String, String>> payments = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            payments.add(Map.of("account", i == 9 ? "other" : "busy"));
        }
        VirtualExecution execution = start(reeve, "payout", Map.of("payments", payments));

        assertThat(execution.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        List<ActionCall> calls = reeve.calls("bank.transfer");
        assertThat(calls).hasSize(10);
        List<ActionCall> busy = calls.stream()
                .filter(call -> call.input().text().contains("busy"))
                .toList();
        assertThat(Duration.between(calls.getFirst().at(), calls.getLast().at()))
                .isBetween(Duration.ofSeconds(4), Duration.ofSeconds(5));
        for (int i = 2; i < busy.size(); i++) {
            assertThat(Duration.between(busy.get(i - 2).at(), busy.get(i).at()))
                    .isGreaterThanOrEqualTo(Duration.ofMillis(990));
        }
    }

    @Test
    @DisplayName("A step that no agent starts within its startBy fails, and was not called")
    void greeting(VirtualReeve reeve) {
        reeve.deploy(Objects.requireNonNull(WORKFLOWS.get("greeting")));
        VirtualExecution execution = reeve.start("greeting", Map.of());
        reeve.advance(Duration.ofMinutes(9));
        assertThat(execution.status()).isEqualTo(ExecutionStatus.RUNNING);

        reeve.advance(Duration.ofMinutes(2));

        assertThat(execution.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(status(execution, "greet")).isEqualTo(StepStatus.FAILED);
        assertThat(reeve.calls("mail.greet")).isEmpty();
    }

    @Test
    @DisplayName("T4: ended executions are removed after their retention, and not before")
    void retention(VirtualReeve reeve) {
        reeve.deploy(
                Workflow.parse("{\"workflow\":\"brief\",\"retention\":\"30d\",\"steps\":{\"a\":{\"wait\":\"1d\"}}}"));
        VirtualExecution execution = reeve.start("brief", Map.of());
        reeve.advance(Duration.ofDays(30));
        assertThat(execution.status()).isEqualTo(ExecutionStatus.COMPLETED);
        reeve.advance(Duration.ofDays(1).plusMinutes(2));
        assertThatThrownBy(execution::describe).hasMessageContaining("there is no execution");
    }

    @Test
    void booking(VirtualReeve reeve) {
        reeve.on("card.charge").failsWithBusinessError("DECLINED");

        assertThat(start(reeve, "booking", Map.of()).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(called(reeve)).containsExactly("seat.book", "card.charge", "seat.free", "mail.send");
        assertThat(reeve.calls("mail.send").getFirst().input().text()).isEqualTo("{\"outcome\":\"compensated\"}");
    }
}

package dev.reeve.test.guide;

import static dev.reeve.test.guide.Observed.called;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@ReeveTest
@DisplayName("S7: the definitions of docs/guide/coming-from.md do what the page says")
final class ComingFromGuideTest {

    private static final String PAGE = page();

    private static final Map<String, Workflow> WORKFLOWS = workflows();

    private static String page() {
        try {
            return Files.readString(Path.of("../docs/guide/coming-from.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Workflow> workflows() {
        Map<String, Workflow> workflows = new LinkedHashMap<>();
        Matcher block = Pattern.compile("^<!-- (\\S+) -->\\n```yaml\\n(.*?)```", Pattern.DOTALL | Pattern.MULTILINE)
                .matcher(PAGE);
        while (block.find()) {
            Workflow workflow = Workflow.parse(block.group(2), block.group(1) + ".yaml");
            assertThat(workflow.name()).isEqualTo(block.group(1));
            workflows.put(workflow.name(), workflow);
        }
        return workflows;
    }

    /** All actions that a test does not script succeed. */
    private static VirtualExecution start(VirtualReeve reeve, String name, Object input) {
        deploy(reeve, name);
        return reeve.start(name, input);
    }

    private static void deploy(VirtualReeve reeve, String name) {
        Workflow workflow = Objects.requireNonNull(WORKFLOWS.get(name), name);
        reeve.deploy(workflow).otherActionsSucceed(workflow);
    }

    private static String code(VirtualExecution execution) {
        return Objects.requireNonNull(execution.describe().failure()).code();
    }

    @Test
    @DisplayName("each definition of the page is known here, is valid without a warning, and each JSON can be read")
    void blocks() {
        assertThat(WORKFLOWS)
                .containsOnlyKeys(
                        "charge_order",
                        "scale_photos",
                        "pay_claim",
                        "convert_files",
                        "poll_job",
                        "grant_loan",
                        "book_both",
                        "charge_monthly",
                        "charge_month",
                        "remind_at",
                        "collect_payment",
                        "approve_invoice");
        assertThat(WORKFLOWS.values())
                .allSatisfy(workflow -> assertThat(Workflow.validate(workflow.toYaml(), workflow.name()))
                        .isEmpty());
        assertThat(Pattern.compile("(?s)```json\n(.*?)```").matcher(PAGE).results())
                .hasSize(5)
                .allSatisfy(
                        block -> assertThat(new Json(block.group(1)).value()).isNotNull());
    }

    @Test
    @DisplayName("a declined card has a way of its own")
    void chargeDeclined(VirtualReeve reeve) {
        reeve.on("card.charge").failsWithBusinessError("CARD_DECLINED");

        assertThat(start(reeve, "charge_order", Map.of()).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).containsExactly("stock.reserve", "card.charge", "mail.ask_for_card");
    }

    @Test
    @DisplayName("other failures are retried, and then undo what was done")
    void chargeUndone(VirtualReeve reeve) {
        reeve.on("card.charge").failsWithTransientError("BANK_AWAY");

        assertThat(start(reeve, "charge_order", Map.of()).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(reeve.calls("card.charge")).hasSize(4);
        assertThat(called(reeve)).endsWith("stock.release");
    }

    @Test
    @DisplayName("a stolen card is not charged again")
    void chargeStolen(VirtualReeve reeve) {
        reeve.on("card.charge").failsWithTransientError("CARD_STOLEN");

        assertThat(start(reeve, "charge_order", Map.of()).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(reeve.calls("card.charge")).hasSize(1);
    }

    @Test
    void chargeAndShip(VirtualReeve reeve) {
        assertThat(start(reeve, "charge_order", Map.of()).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).containsExactly("stock.reserve", "card.charge", "parcel.send");
    }

    @Test
    @DisplayName("one photo of ten may fail, and the others are published")
    void scalePhotos(VirtualReeve reeve) {
        reeve.on("photo.scale").answers("p1").failsWithBusinessError("BROKEN").answers("p");

        VirtualExecution album = start(
                reeve, "scale_photos", Map.of("photos", List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")));

        assertThat(album.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("album.publish").getFirst().input().text())
                .isEqualTo("{\"files\":[\"p1\",\"p\",\"p\",\"p\",\"p\",\"p\",\"p\",\"p\",\"p\"]}");
    }

    @Test
    @DisplayName("two of ten are too many, and the scaled ones are deleted")
    void scaleTooFew(VirtualReeve reeve) {
        reeve.on("photo.scale")
                .failsWithBusinessError("BROKEN")
                .failsWithBusinessError("BROKEN")
                .answers("p");

        VirtualExecution album = start(
                reeve, "scale_photos", Map.of("photos", List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")));

        assertThat(album.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(reeve.calls("photo.delete")).hasSize(8);
    }

    @Test
    @DisplayName("a decision from outside, one that is none, and none at all")
    void payClaim(VirtualReeve reeve) {
        VirtualExecution claim = start(reeve, "pay_claim", Map.of());
        assertThatThrownBy(() -> claim.signal("decided", Map.of("yes", "perhaps")))
                .isInstanceOf(ReeveException.class);
        claim.signal("decided", Map.of("yes", true));
        assertThat(claim.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).containsExactly("bank.transfer");

        VirtualExecution forgotten = reeve.start("pay_claim", Map.of());
        reeve.advance(Duration.ofDays(2).plusMinutes(1));
        assertThat(forgotten.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).containsExactly("bank.transfer");
    }

    @Test
    @DisplayName("each file has the action of its kind")
    void convertFiles(VirtualReeve reeve) {
        reeve.on("files.find")
                .answers(Map.of(
                        "files",
                        List.of(
                                Map.of("name", "a", "kind", "image"),
                                Map.of("name", "b", "kind", "video"),
                                Map.of("name", "c", "kind", "image"))));

        assertThat(start(reeve, "convert_files", Map.of()).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("convert.image")).hasSize(2);
        assertThat(reeve.calls("convert.video")).hasSize(1);
        assertThat(reeve.calls("files.join")).hasSize(1);
    }

    @Test
    @DisplayName("a job is asked every half minute until it is done")
    void pollJob(VirtualReeve reeve) {
        reeve.on("job.submit").answers(Map.of("id", "j-1"));
        reeve.on("job.status")
                .answers(Map.of("state", "running"))
                .answers(Map.of("state", "running"))
                .answers(Map.of("state", "done"));
        Instant begin = reeve.now();

        assertThat(start(reeve, "poll_job", Map.of()).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("job.status")).hasSize(3);
        assertThat(Duration.between(begin, reeve.now())).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(65));
    }

    @Test
    @DisplayName("a low score undoes, a high one ends at once, and one between them goes to a clerk")
    void grantLoan(VirtualReeve reeve) {
        reeve.on("credit.check")
                .answers(Map.of("score", 120))
                .answers(Map.of("score", 900))
                .answers(Map.of("score", 500));
        reeve.on("clerk.ask").answers(Map.of("granted", true));

        VirtualExecution low = start(reeve, "grant_loan", Map.of());
        assertThat(low.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(code(low)).isEqualTo("TOO_RISKY");
        assertThat(called(reeve)).endsWith("budget.release");

        VirtualExecution high = reeve.start("grant_loan", Map.of());
        assertThat(high.awaitEnd().output()).isEqualTo(new Json("{\"granted\":true,\"by\":\"score\"}"));
        assertThat(reeve.calls("clerk.ask")).isEmpty();

        VirtualExecution medium = reeve.start("grant_loan", Map.of());
        assertThat(medium.awaitEnd().output()).isEqualTo(new Json("{\"granted\":true,\"by\":\"clerk\"}"));
    }

    @Test
    @DisplayName("both bookings are undone when the card is refused")
    void bookBoth(VirtualReeve reeve) {
        reeve.on("flight.book").answers(Map.of("ticket", "t-1"));
        reeve.on("card.charge").failsWithBusinessError("CARD_DECLINED");

        VirtualExecution trip = start(reeve, "book_both", Map.of("trip", "r-1"));

        assertThat(trip.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(reeve.calls("hotel.cancel")).hasSize(1);
        assertThat(reeve.calls("flight.cancel").getFirst().input().text())
                .isEqualTo("{\"ticket\":\"t-1\",\"trip\":\"r-1\"}");
    }

    @Test
    @DisplayName("a step that is possibly done is undone without an output")
    void bookPossibly(VirtualReeve reeve) {
        reeve.on("flight.book").succeedsButTheReportIsLost(Map.of("ticket", "t-1"));
        reeve.on("hotel.book").failsWithBusinessError("FULL");

        VirtualExecution trip = start(reeve, "book_both", Map.of("trip", "r-1"));

        assertThat(trip.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPENSATED);
        assertThat(reeve.calls("flight.cancel").getFirst().input().text())
                .isEqualTo("{\"ticket\":null,\"trip\":\"r-1\"}");
    }

    @Test
    @DisplayName("each month is a child, and hands the total on")
    void chargeMonthly(VirtualReeve reeve) {
        deploy(reeve, "charge_month");
        reeve.on("account.charge")
                .answers(Map.of("cents", 900, "cancelled", false))
                .answers(Map.of("cents", 900, "cancelled", false))
                .answers(Map.of("cents", 500, "cancelled", true));
        Instant begin = reeve.now();

        VirtualExecution months = start(reeve, "charge_monthly", Map.of());

        assertThat(months.awaitEnd().output()).isEqualTo(new Json("{\"total\":2300}"));
        assertThat(Duration.between(begin, reeve.now())).isBetween(Duration.ofDays(60), Duration.ofDays(61));
    }

    @Test
    @DisplayName("the reminder moves")
    void remindAt(VirtualReeve reeve) {
        VirtualExecution reminder = start(reeve, "remind_at", Map.of("at", "2026-04-01T09:00:00Z"));
        reminder.signal("moved", Map.of("at", "2026-06-01T09:00:00Z"));

        assertThat(reminder.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("mail.remind").getFirst().at()).isAfterOrEqualTo(Instant.parse("2026-06-01T09:00:00Z"));
    }

    @Test
    @DisplayName("paid, cancelled, or late")
    void collectPayment(VirtualReeve reeve) {
        VirtualExecution paid = start(reeve, "collect_payment", Map.of());
        paid.signal("paid", Map.of("receipt", "r-1"));
        assertThat(paid.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).containsExactly("parcel.send");

        VirtualExecution cancelled = reeve.start("collect_payment", Map.of());
        cancelled.signal("cancelled", Map.of());
        assertThat(cancelled.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).containsExactly("parcel.send");

        VirtualExecution late = reeve.start("collect_payment", Map.of());
        reeve.advance(Duration.ofDays(14).plusMinutes(1));
        assertThat(late.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(called(reeve)).containsExactly("parcel.send", "mail.dun");
    }

    @Test
    @DisplayName("an approver is reminded after two days, or never if the approval came")
    void approveInvoice(VirtualReeve reeve) {
        VirtualExecution quick = start(reeve, "approve_invoice", Map.of("approver", "ada"));
        quick.signal("approved", Map.of("by", "ada"));
        assertThat(quick.awaitEnd().output()).isEqualTo(new Json("{\"by\":\"ada\"}"));
        reeve.advance(Duration.ofDays(3));
        assertThat(reeve.calls("mail.remind")).isEmpty();

        VirtualExecution slow = reeve.start("approve_invoice", Map.of("approver", "ben"));
        reeve.advance(Duration.ofDays(3));
        assertThat(reeve.calls("mail.remind")).hasSize(1);
        slow.signal("approved", Map.of("by", "ben"));
        assertThat(slow.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
    }
}

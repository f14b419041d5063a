package dev.reeve.test.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.ExecutionStatus;
import dev.reeve.internal.guide.CodeBlocks;
import dev.reeve.test.FailureReport;
import dev.reeve.test.InvariantViolatedError;
import dev.reeve.test.guide.GuideExamples.KeyedShop;
import dev.reeve.test.guide.GuideExamples.MendedShop;
import dev.reeve.test.guide.GuideExamples.Shop;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The examples of docs/guide/testing.md are compiled, and do what the guide says")
final class GuideTest {

    private static final Path GUIDE = Path.of("../docs/guide/testing.md");

    private static final Path SOURCES = Path.of("src/test/java/dev/reeve/test/guide");

    private static String guide() throws IOException {
        return Files.readString(GUIDE);
    }

    @Test
    void theGuideShowsWhatIsCompiled() throws IOException {
        Map<String, String> shown = CodeBlocks.shown(GUIDE);
        Map<String, String> compiled = new LinkedHashMap<>();
        for (String file : List.of("ReminderTest.java", "LoanTest.java", "GuideExamples.java")) {
            compiled.putAll(CodeBlocks.compiled(SOURCES.resolve(file)));
        }

        assertThat(shown).isNotEmpty().isEqualTo(compiled);
        assertThat(Files.readString(GUIDE).split("```java", -1)).hasSize(shown.size() + 1);
    }

    @Test
    @DisplayName("A handler that ignores the idempotency key is found")
    void aHandlerThatIgnoresTheKeyIsFound() throws IOException {
        theGuideTellsOf(violated(GuideExamples.BUY, Shop::new));
    }

    @Test
    @DisplayName("A refund that needs the output of a step whose outcome is unknown is found")
    void aRefundThatNeedsTheOutputIsFound() throws IOException {
        theGuideTellsOf(violated(GuideExamples.BUY, KeyedShop::new));
    }

    @Test
    @DisplayName("A step that may be done and cannot be undone is found")
    void aStepWithoutCompensationIsFound() throws IOException {
        theGuideTellsOf(violated(GuideExamples.BUY, MendedShop::new));
    }

    @Test
    @DisplayName("The corrected workflow passes with every fault")
    void theMendedOneHolds() throws IOException {
        FailureReport report = GuideExamples.check(GuideExamples.MENDED, MendedShop::new);

        assertThat(report.missed()).isZero();
        assertThat(report.leftOut()).isZero();
        assertThat(report.faults()).hasSize(17);
        // what the guide shows of it
        assertThat(report.ends().keySet())
                .containsExactlyInAnyOrder(
                        ExecutionStatus.COMPLETED,
                        ExecutionStatus.COMPENSATED,
                        ExecutionStatus.FAILED,
                        ExecutionStatus.ESCALATED);
        String shown = report.toString().replaceAll("(?m)^ *", "");
        assertThat(guide().replaceAll("(?m)^ *", "")).contains(shown.substring(shown.indexOf("ended ")));
    }

    private static InvariantViolatedError violated(Workflow workflow, Supplier<Shop> outside) {
        InvariantViolatedError error =
                catchThrowableOfType(InvariantViolatedError.class, () -> GuideExamples.check(workflow, outside));
        assertThat(error).isNotNull();
        return error;
    }

    /** The violation and its time; the rest of the story is too long to be shown three times. */
    private static void theGuideTellsOf(InvariantViolatedError error) throws IOException {
        String message = String.valueOf(error.getMessage());
        String shown = message.substring(0, message.indexOf("What happened:"));
        assertThat(Files.readString(GUIDE)).contains(shown);
        assertThat(error.story()).anyMatch(line -> line.contains("FAULT: "));
    }
}

package dev.reeve.internal.engine.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Failure;
import dev.reeve.Purpose;
import dev.reeve.Situation;
import dev.reeve.StepExplanation;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The selection of a bulk operation")
final class BulkSelectionTest {

    private static StepExplanation step(@Nullable String action, @Nullable Failure failure) {
        return new StepExplanation(
                StepPath.parse("ask[2]"),
                StepStatus.ESCALATED,
                Purpose.FORWARD,
                action,
                new Situation.NeedsPerson(null, List.of()),
                null,
                failure,
                "",
                null);
    }

    @Test
    @DisplayName("O5: a step without an action, or without a failure, has a name for both, in the inbox and in bulk")
    void names() {
        assertThat(BulkSelection.action(step(null, null))).isEqualTo("ask");
        assertThat(BulkSelection.failure(step(null, null)).code()).isEqualTo("UNKNOWN");
        Failure failure = new Failure(Cause.BUSINESS, "NO", "no", null, null, false);
        assertThat(BulkSelection.action(step("a.b", failure))).isEqualTo("a.b");
        assertThat(BulkSelection.failure(step("a.b", failure))).isEqualTo(failure);
    }
}

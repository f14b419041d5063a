package dev.reeve.agent.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Execution;
import dev.reeve.ExecutionStatus;
import dev.reeve.Reeve;
import dev.reeve.agent.Agent;
import dev.reeve.agent.StepFailure;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/guide/agents.md is compiled, and does what the guide says. */
class GuideTest {

    private static final Path GUIDE = Path.of("../docs/guide/agents.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/reeve/agent/resilience/GuideTest.java");

    private record Charge(int amount) {}

    /** Refuses connections at first. */
    private static final class Bank {
        final AtomicInteger calls = new AtomicInteger();
        int refuses;

        String charge(Charge charge, String key) {
            if (calls.incrementAndGet() <= refuses) {
                throw StepFailure.transientError("NO_CONNECTION", "refused");
            }
            return "paid " + charge.amount() + " for " + key;
        }
    }

    @TempDir
    private Path directory;

    private final Bank bank = new Bank();

    private Agent start(Reeve reeve) {
        // example: resilience
        Resilience resilience = Resilience.standard();
        Agent agent = reeve.agent("payments")
                .action(
                        "payment.charge",
                        Charge.class,
                        resilience.around(
                                "payment.charge", (charge, step) -> bank.charge(charge, step.idempotencyKey())))
                .start();
        // end
        return agent;
    }

    private static String block(String regex, Path file) throws IOException {
        Matcher matcher =
                Pattern.compile(regex, Pattern.DOTALL).matcher(Files.readString(file, StandardCharsets.UTF_8));
        assertThat(matcher.find()).isTrue();
        return matcher.group(1).replaceAll("\\s+", "");
    }

    @Test
    void theGuideShowsWhatIsCompiled() throws IOException {
        assertThat(block("<!-- resilience -->\\n```java\\n(.*?)```", GUIDE))
                .isEqualTo(block("// example: resilience\\n(.*?)// end", SOURCE));
    }

    @Test
    @DisplayName("A4: a brief fault is retried within the same attempt")
    void oneAttemptIsEnough() {
        bank.refuses = 2;
        try (Reeve reeve = Reeve.open(directory.resolve("shop.db"))) {
            reeve.deploy(Workflow.parse("""
                    workflow: shop
                    version: 1
                    steps:
                      pay: { action: payment.charge, retry: { maxAttempts: 1 } }
                    """));
            Agent agent = start(reeve);

            Execution execution = reeve.start("shop", new Charge(42));

            assertThat(execution.awaitEnd(Duration.ofSeconds(20)).status()).isEqualTo(ExecutionStatus.COMPLETED);
            assertThat(bank.calls).hasValue(3);
            assertThat(execution.describe().steps().getFirst().attempts()).isEqualTo(1);
            agent.close();
        }
    }
}

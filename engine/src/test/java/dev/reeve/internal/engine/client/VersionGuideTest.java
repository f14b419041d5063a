package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.Execution;
import dev.reeve.MoveCheck;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.StepStatus;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S9: the examples of docs/guide/versions.md do what the guide says")
final class VersionGuideTest {

    private static final Path GUIDE = Path.of("../docs/guide/versions.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/reeve/internal/engine/client/VersionGuideTest.java");

    @Test
    void theGuideShowsWhatIsCompiled() throws IOException {
        assertThat(GuideBlocks.of(GUIDE, "java")).hasSize(4).allMatch(GuideBlocks.isIn(SOURCE));
    }

    @Test
    void whatIsShownDoesWhatIsSaid() throws IOException {
        List<String> shown = GuideBlocks.of(GUIDE, "yaml");
        Workflow one = Workflow.parse(shown.getFirst());
        Workflow two = Workflow.parse(shown.getLast());
        Workflow changed = Workflow.parse(shown.getLast().replace("refund.check", "refund.look"));
        try (Reeve reeve = EmbeddedReeve.on(new MemoryStore(Instant::now), NodeOptions.defaults())) {
            EngineFixture.echo(reeve, "refund.check");
            reeve.deploy(one);
            reeve.deploy(two);
            Execution newest = reeve.start("refund", Map.of("amount", 50));
            Execution old =
                    reeve.start("refund", Map.of("amount", 50), Start.plain().version(1));
            await().until(() -> EngineFixture.status(old, "approve") == StepStatus.WAITING);

            MoveCheck check = reeve.check(changed); // also ReeveReader.check, without an engine
            check.obstacles().forEach(System.out::println);

            assertThat(check.version()).isEqualTo(3);
            assertThat(check.obstacles())
                    .extracting(MoveCheck.Obstacle::toString)
                    .contains(
                            "step 'check' has begun, and is a call of 'refund.check'; in version 3 a call of 'refund.look'");
            assertThat(reeve.check(two).stranded()).isZero();

            assertThat(newest.summary().version()).isEqualTo(2);
            old.actingAs("alice").recovery().moveTo(2, "customers are told now");

            assertThat(old.summary().version()).isEqualTo(2);
            assertThat(EngineFixture.status(old, "approve")).isEqualTo(StepStatus.WAITING);
            assertThat(EngineFixture.status(old, "tell")).isEqualTo(StepStatus.PENDING);
            assertThatThrownBy(() -> old.actingAs("alice").recovery().moveTo(2, "again"))
                    .hasMessageContaining("on version 2 already");

            // Both still run on it. Where nothing does, the stores' own tests remove it.
            assertThatThrownBy(() -> {
                        reeve.actingAs("ann").undeploy("refund", 2, "nothing runs on it any more");
                    })
                    .isInstanceOf(ReeveException.class);
        }
    }
}

package dev.reeve.benchmark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.benchmark.cluster.UpgradePlan.Release;
import dev.reeve.benchmark.cluster.UpgradePlan.Stage;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The stages of a rolling upgrade (F55)")
final class UpgradePlanTest {

    private static final List<ClusterFault> DRAIN = List.of(ClusterFault.DRAIN);

    private static Stage replace(int place, Release release) {
        return new Stage.Replace(place, release, ClusterFault.DRAIN);
    }

    @Test
    @DisplayName("forwards, back, forwards, and then the use of something new; each kind of refusal is tried")
    void stages() {
        assertThat(UpgradePlan.of(2, DRAIN, true))
                .containsExactly(
                        replace(0, Release.NEW),
                        new Stage.Refuse(Release.USING),
                        replace(1, Release.NEW),
                        replace(0, Release.OLD),
                        replace(1, Release.OLD),
                        replace(0, Release.NEW),
                        new Stage.Refuse(Release.USING),
                        replace(1, Release.NEW),
                        replace(0, Release.USING),
                        replace(1, Release.USING),
                        new Stage.Refuse(Release.OLD));
    }

    @Test
    @DisplayName("nothing is refused if both releases know the same")
    void equalReleases() {
        assertThat(UpgradePlan.of(3, DRAIN, false)).hasSize(12).noneMatch(Stage.Refuse.class::isInstance);
    }

    @Test
    @DisplayName("the processes end in the given ways, in turn")
    void faultsInTurn() {
        List<ClusterFault> both = List.of(ClusterFault.DRAIN, ClusterFault.KILL);

        assertThat(UpgradePlan.of(3, both, false).subList(0, 4))
                .containsExactly(
                        new Stage.Replace(0, Release.NEW, ClusterFault.DRAIN),
                        new Stage.Replace(1, Release.NEW, ClusterFault.KILL),
                        new Stage.Replace(2, Release.NEW, ClusterFault.DRAIN),
                        new Stage.Replace(0, Release.OLD, ClusterFault.KILL));
    }
}

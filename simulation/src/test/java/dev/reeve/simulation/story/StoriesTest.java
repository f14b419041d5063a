package dev.reeve.simulation.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.simulation.Extent;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Nothing is wrong in any of the stories. */
final class StoriesTest {

    private static final int SEEDS = Extent.of("story.seeds", 10, 300);

    private static void play(LongFunction<List<String>> story) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            assertThat(story.apply(seed)).as("seed %d", seed).isEmpty();
        }
    }

    @Test
    @DisplayName("F22: who waits for what a failover has taken is told, and nobody else")
    void loss() {
        play(LossStory::run);
    }

    @Test
    @DisplayName(
            "I13: a look at the store's clock that is wrong makes nothing due, and a clock that jumped is followed")
    void clock() {
        play(ClockStory::run);
    }

    @Test
    @DisplayName(
            "T4: what has ended goes when its time has come, and not before, and children not before their parents")
    void retention() {
        play(RetentionStory::run);
    }

    @Test
    @DisplayName("That nobody offers an action is told when it has lasted, and over when somebody does")
    void offers() {
        play(OfferStory::run);
    }

    @Test
    @DisplayName("What is held is what the lanes hold, and every start is answered, though some cannot be stored")
    void held() {
        play(HeldStory::run);
    }

    @Test
    @DisplayName("A tenant that floods the engine takes neither all its room nor all turns")
    void shares() {
        play(ShareStory::run);
    }

    @Test
    @DisplayName("F15: slots of attempts that end in a batch whose answer is lost are free again")
    void slots() {
        play(SlotStory::run);
    }

    @Test
    @DisplayName("S7, S9: of a list that is moved to a version with a higher concurrency more items begin at once")
    void widening() {
        play(WideningStory::run);
    }

    @Test
    @DisplayName("I13: the time for which a person holds an execution does not count for startBy")
    void holds() {
        play(HoldStory::run);
    }

    @Test
    @DisplayName("S3: who starts with a key that somebody holds is told to start again, and nobody else")
    void keys() {
        play(KeyStory::run);
    }

    @Test
    @DisplayName("While versions come and go every history can be read, and what is deployed is offered")
    void undeploy() {
        play(UndeployStory::run);
    }
}

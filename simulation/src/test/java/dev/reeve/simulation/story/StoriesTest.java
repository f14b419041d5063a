package dev.reeve.simulation.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.simulation.Extent;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Nothing is wrong in any of the stories. */
final class StoriesTest {

    private static final int SEEDS = Extent.of("story.seeds", 2, 100);

    private static void play(LongFunction<List<String>> story) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            assertThat(story.apply(seed)).as("seed %d", seed).isEmpty();
        }
    }

    @Test
    @DisplayName("F22: callers that wait for lost executions get an error, and no others")
    void loss() {
        play(LossStory::run);
    }

    @Test
    @DisplayName("I13: a wrong reading of the store's clock makes nothing due, and a jump is followed")
    void clock() {
        play(ClockStory::run);
    }

    @Test
    @DisplayName("F26: after a jump of the store's clock nothing is judged by it for one time to live")
    void jump() {
        play(JumpStory::run);
    }

    @Test
    @DisplayName("I13: slow readings of the store's clock do not move the time of an engine")
    void slowReadings() {
        play(SlowReadingStory::run);
    }

    @Test
    @DisplayName("T4: ended executions are removed after their retention, and children not before their parents")
    void retention() {
        play(RetentionStory::run);
    }

    @Test
    @DisplayName("An action without agents is reported after a while, until an agent offers it")
    void offers() {
        play(OfferStory::run);
    }

    @Test
    @DisplayName(
            "The memory in use equals that of the lanes, and every start is answered, though some cannot be stored")
    void held() {
        play(HeldStory::run);
    }

    @Test
    @DisplayName("A tenant that floods the engine takes neither all memory nor all turns")
    void shares() {
        play(ShareStory::run);
    }

    @Test
    @DisplayName("F15: slots of attempts that end in a batch whose answer is lost are free again")
    void slots() {
        play(SlotStory::run);
    }

    @Test
    @DisplayName("S7, S9: a list that moves to a higher concurrency begins more items at once")
    void widening() {
        play(WideningStory::run);
    }

    @Test
    @DisplayName("S7, F1: no child waits on after a crash while its parent is undone")
    void family() {
        play(FamilyStory::run);
    }

    @Test
    @DisplayName("S3, L1: requests that the engine cannot read fail under their keys, and others go on")
    void requests() {
        play(RequestStory::run);
    }

    @Test
    @DisplayName("A2, O2: a service sees no key with two inputs after a re-run")
    void reruns() {
        play(RerunStory::run);
    }

    @Test
    @DisplayName("Agents over a bad network learn the truth, and the tokens of others are of no use")
    void wire() {
        play(WireStory::run);
    }

    @Test
    @DisplayName("A9, C5: agents without a session get each attempt once, and the truth about their reports")
    void claims() {
        play(ClaimStory::run);
    }

    @Test
    @DisplayName("A9: agents by HTTP go on at another server with all that they hold, and stay with one that answers")
    void transports() {
        play(TransportStory::run);
    }

    @Test
    @DisplayName("I13: a pause does not count for startBy")
    void holds() {
        play(HoldStory::run);
    }

    @Test
    @DisplayName("O5: a bulk operation whose command comes several times acts once")
    void bulk() {
        play(BulkStory::run);
    }

    @Test
    @DisplayName("S3: a start whose key another transaction holds must be retried, and no other start")
    void keys() {
        play(KeyStory::run);
    }

    @Test
    @DisplayName(
            "While versions are deployed and removed, every history can be read, and deployed versions are offered")
    void undeploy() {
        play(UndeployStory::run);
    }

    @Test
    @DisplayName("I5, I8: a transactional step has its effect once, and none after it was given up or undone")
    void permits() {
        play(PermitStory::run);
    }

    @Test
    @DisplayName("R21: the agent of another node never works on more attempts than it has slots")
    void loans() {
        play(LoanStory::run);
    }

    @Test
    @DisplayName("R21, F22: no step at an agent elsewhere waits in vain, whether its owner crashes or letters are lost")
    void letters() {
        play(LetterStory::run);
    }

    @Test
    @DisplayName("S8, H3: a limit holds while nodes join, take shards over and hand them back")
    void allowances() {
        play(AllowanceStory::run);
    }

    @Test
    @DisplayName("S2, S7: each signal of callers that repeat counts once, and no execution begins without its signal")
    void carts() {
        play(CartStory::run);
    }

    @Test
    @DisplayName("S2, F21: a key whose end was read, and lost by a failover, has one open execution")
    void lostEnds() {
        play(LostEndStory::run);
    }

    @Test
    @DisplayName("F22, I5: results count although another engine has written about their executions")
    void stale() {
        play(StaleStory::run);
    }

    @Test
    @DisplayName("F22, S5: a message that has the number of a lost one is applied")
    void numbers() {
        play(NumberStory::run);
    }

    @Test
    @DisplayName("H3: after an outage of the database no engine is removed that connects again within ten seconds")
    void outages() {
        play(OutageStory::run);
    }

    @Test
    @DisplayName("S7, V5: the code of a failure decides, also after a probe")
    void codes() {
        play(CodeStory::run);
    }

    @Test
    @DisplayName("S7, I10: a list that is not needed any more is undone")
    void losers() {
        play(LoserStory::run);
    }

    @Test
    @DisplayName("I10: each step is undone after all that was done after it, also if some are undone already")
    void overlapping() {
        play(OverlapStory::run);
    }

    @Test
    @DisplayName("S8: the schedule of a workflow is that of the highest version, and one of a program stays")
    void ownSchedules() {
        play(OwnScheduleStory::run);
    }

    @Test
    @DisplayName("S7: a list of signals has all that came, in their order")
    void collecting() {
        play(CollectStory::run);
    }

    @Test
    @DisplayName("S9: an execution whose group is done moves to no version that needs more of it")
    void groupMoves() {
        play(GroupMoveStory::run);
    }
}

package dev.reeve.example.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionStatus;
import dev.reeve.agent.StepFailure;
import dev.reeve.example.job.Archive.Checkpoint;
import dev.reeve.example.job.Archive.Copied;
import dev.reeve.example.job.Archive.Job;
import dev.reeve.test.FailureModes;
import dev.reeve.test.FailureReport;
import dev.reeve.test.ReeveTest;
import dev.reeve.test.RunOutcome;
import dev.reeve.test.VirtualExecution;
import dev.reeve.test.VirtualReeve;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * E5: every story that a long job can tell, in virtual time; the real one, with real kills, is in {@code ExamplesTest}.
 */
@ReeveTest
@DisplayName("Stories of a long job")
class JobStoriesTest {

    private static final int RECORDS = 20;

    @TempDir
    private Path directory;

    private int runs;

    @BeforeEach
    void deploy(VirtualReeve reeve) {
        reeve.deploy(Archive.workflow()).otherActionsSucceed(Archive.workflow());
    }

    private Archive newArchive() {
        return new Archive(directory.resolve(++runs + ".copy"), Duration.ZERO);
    }

    private static VirtualExecution copy(VirtualReeve reeve) {
        return reeve.start("copy_archive", new Job(RECORDS));
    }

    @Test
    @DisplayName("without faults: each record once, in the first attempt")
    void copied(VirtualReeve reeve) {
        Archive archive = newArchive();
        archive.wire(reeve::handle);

        assertThat(copy(reeve).await(Checkpoint.class).done()).isEqualTo(RECORDS);
        assertThat(archive.copied())
                .hasSize(RECORDS)
                .extracting(Copied::attempt)
                .containsOnly(1);
    }

    @Test
    @DisplayName("A5: the job breaks off half way, and the next attempt continues from the checkpoint")
    void resumes(VirtualReeve reeve) {
        reeve.handle("archive.copy", Job.class, (job, step) -> {
            int done = step.checkpoint(Checkpoint.class).map(Checkpoint::done).orElse(0);
            if (done == 0) {
                step.heartbeat(new Checkpoint(7));
                throw StepFailure.transientError("DISK_FULL", "at record 7").possiblyDone();
            }
            return new Checkpoint(done);
        });
        reeve.on("archive.verify").answersBy(input -> Map.of("done", RECORDS));

        VirtualExecution job = copy(reeve);

        assertThat(job.awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("archive.copy")).hasSize(2);
        assertThat(job.describe().steps().getFirst().output()).hasToString("{\"done\":7}");
    }

    @Test
    @DisplayName("V3: the job takes eleven hours with heartbeats, and is not taken for dead")
    void elevenHours(VirtualReeve reeve) {
        reeve.on("archive.copy").answers(new Checkpoint(RECORDS)).taking(Duration.ofHours(11));

        assertThat(copy(reeve).awaitEnd().status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(reeve.calls("archive.copy")).hasSize(1);
    }

    @Test
    @DisplayName("V1: the job falls silent, which is noticed within seconds and not after twelve hours")
    void fallsSilent(VirtualReeve reeve) {
        reeve.on("archive.copy").dies().answers(new Checkpoint(RECORDS));
        VirtualExecution job = copy(reeve);

        reeve.advance(Duration.ofMinutes(1));
        assertThat(job.status()).isEqualTo(ExecutionStatus.COMPLETED);
    }

    @Test
    @DisplayName("R4: a record is missing: the job fails with the reason")
    void incomplete(VirtualReeve reeve) {
        Archive archive = newArchive();
        archive.wire(reeve::handle);
        reeve.on("archive.copy").answers(new Checkpoint(RECORDS));

        assertThat(copy(reeve).awaitEnd().failure()).hasFieldOrPropertyWithValue("code", "INCOMPLETE");
    }

    @Test
    @Tag("proof")
    @DisplayName("E5: with any fault at any moment, a completed job has copied everything")
    void everyFaultAtEveryPoint() {
        FailureReport report = FailureModes.of(Archive.workflow(), this::newArchive)
                .input(new Job(RECORDS))
                .services((archive, services) -> archive.wire(services::handle))
                .mayStay("archive.copy")
                .mayStay("archive.verify")
                .invariant("what is completed is copied", JobStoriesTest::check)
                .check();

        assertThat(report.leftOut()).isZero();
    }

    private static void check(Archive archive, RunOutcome end) {
        if (end.status() == ExecutionStatus.COMPLETED) {
            assertThat(archive.copied().stream().map(Copied::record).distinct()).hasSize(RECORDS);
        }
    }
}

package dev.reeve.example.job;

import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import dev.reeve.example.stage.Wiring;
import dev.reeve.workflow.Retry;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * An archive of many records, copied one by one into a file. The file has a line for each copy, with the attempt that
 * wrote it. Copying a record again only adds another line. Thread-safe.
 *
 * @param copy the file
 * @param perRecord time to copy one record
 */
record Archive(Path copy, Duration perRecord) {

    record Job(int records) {}

    /** @param done number of records that are certainly copied */
    record Checkpoint(int done) {}

    /**
     * @param record its number, from 0
     * @param attempt that copied it
     */
    record Copied(int record, int attempt) {}

    /** An ordinary graph. Its timeouts, heartbeats and checkpoints make it suitable for a long job. */
    static Workflow workflow() {
        return Workflow.named("copy_archive")
                .version(1)
                .description("Copies an archive, for as long as it takes and through every crash.")
                .step(
                        "copy",
                        step -> step.action("archive.copy")
                                .completeBy(Duration.ofHours(12))
                                .heartbeat(Duration.ofSeconds(30))
                                .retry(new Retry(5, Duration.ofMillis(100), 2, Duration.ofSeconds(1))))
                .step(
                        "verify",
                        step -> step.after("copy")
                                .action("archive.verify")
                                .input(Map.of("records", "${ input.records }")))
                .output("${ steps.verify.output }")
                .build();
    }

    /** Deletes all copies. */
    void empty() {
        try {
            Files.deleteIfExists(copy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void wire(Wiring wiring) {
        wiring.action("archive.copy", Job.class, this::copy);
        wiring.action("archive.verify", Job.class, this::verify);
    }

    private Checkpoint copy(Job job, StepContext step) throws InterruptedException {
        int done = step.checkpoint(Checkpoint.class).map(Checkpoint::done).orElse(0);
        while (done < job.records()) {
            if (step.cancelled()) {
                throw StepFailure.businessError("CANCELLED", "stopped at record " + done);
            }
            Thread.sleep(perRecord);
            write(new Copied(done, step.attempt()));
            done++;
            // The SDK sends it at most once a second, so call it as often as you like.
            step.heartbeat(new Checkpoint(done));
        }
        return new Checkpoint(done);
    }

    private Checkpoint verify(Job job, StepContext step) {
        TreeSet<Integer> there = new TreeSet<>();
        copied().forEach(copied -> there.add(copied.record()));
        List<Integer> missing = IntStream.range(0, job.records())
                .filter(record -> !there.contains(record))
                .boxed()
                .toList();
        if (!missing.isEmpty()) {
            throw StepFailure.businessError("INCOMPLETE", "records are missing: " + missing);
        }
        return new Checkpoint(there.size());
    }

    private synchronized void write(Copied copied) {
        try {
            Files.writeString(
                    copy,
                    copied.record() + " " + copied.attempt() + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All copies ever made, in order. An incomplete last line, cut off by a kill, is ignored. */
    List<Copied> copied() {
        if (!Files.exists(copy)) {
            return List.of();
        }
        try {
            String text = Files.readString(copy);
            List<Copied> all = new ArrayList<>();
            for (String line :
                    text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
                String[] words = line.split(" ", -1);
                all.add(new Copied(Integer.parseInt(words[0]), Integer.parseInt(words[1])));
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

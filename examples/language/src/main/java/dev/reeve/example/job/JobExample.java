package dev.reeve.example.job;

import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.HistoryEntry;
import dev.reeve.Reeve;
import dev.reeve.ReeveReader;
import dev.reeve.Start;
import dev.reeve.example.job.Archive.Copied;
import dev.reeve.example.stage.Check;
import dev.reeve.example.stage.Example;
import dev.reeve.example.stage.Narrator;
import dev.reeve.example.stage.Stage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Copies an archive. The process is killed twice meanwhile, and restarted. */
public final class JobExample implements Example {

    private static final String KEY = "archive";
    private static final int RECORDS = 360;
    private static final Duration PER_RECORD = Duration.ofMillis(10);
    private static final long TICK_MILLIS = 20;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Override
    public String name() {
        return "job";
    }

    @Override
    public String title() {
        return "a long job with checkpoints: killed with SIGKILL half way, twice, and resumed at its last checkpoint";
    }

    @Override
    public List<Check> play(Stage stage) throws InterruptedException {
        Archive archive = new Archive(stage.store().resolveSibling(stage.store().getFileName() + ".copy"), PER_RECORD);
        archive.empty();
        accept(stage);
        stage.chapter("%d records are to be copied; the process that does it is killed at a third and at two thirds"
                .formatted(RECORDS));
        try (ReeveReader reader = ReeveReader.open(stage.store())) {
            ExecutionId job = reader.find(KEY).orElseThrow();
            Narrator narrator = new Narrator(stage.out(), () -> reader.history(job));
            run(stage, archive, narrator, new ArrayDeque<>(List.of(RECORDS / 3, RECORDS * 2 / 3)));
            return audit(archive.copied(), reader.history(job));
        }
    }

    /** From here on the job is durable: it will be done, by this process or a later one. */
    private static void accept(Stage stage) {
        try (Reeve reeve = Reeve.open(stage.store())) {
            reeve.deploy(Archive.workflow());
            reeve.start("copy_archive", new Archive.Job(RECORDS), Start.key(KEY));
        }
    }

    /** @param kills numbers of copied records at which the process is killed */
    private static void run(Stage stage, Archive archive, Narrator narrator, Deque<Integer> kills)
            throws InterruptedException {
        long endNanos = System.nanoTime() + PATIENCE.toNanos();
        Process process = ArchiveProcess.start(stage.store(), archive, KEY);
        try {
            while (!narrator.tell(event -> false)) {
                int done = archive.copied().size();
                Integer next = kills.peek();
                if (next != null && done >= next) {
                    kills.remove();
                    process.destroyForcibly().waitFor();
                    stage.say("☠ SIGKILL after %d records; the process is started again".formatted(done));
                    process = ArchiveProcess.start(stage.store(), archive, KEY);
                } else if (!process.isAlive() || System.nanoTime() - endNanos > 0) {
                    throw new IllegalStateException("the process does not get on with its job; what it said is above");
                }
                TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
            }
            process.waitFor();
        } finally {
            process.destroyForcibly();
        }
    }

    static List<Check> audit(List<Copied> copied, List<HistoryEntry> history) {
        List<Event> events = history.stream().map(HistoryEntry::event).toList();
        return List.of(
                Check.same(
                        "each record is in the copy",
                        IntStream.range(0, RECORDS).boxed().toList(),
                        copied.stream().map(Copied::record).distinct().toList()),
                resumedAtCheckpoints(copied, events));
    }

    /** Each attempt begins at the last checkpoint before it, so at most a second's work is repeated. */
    private static Check resumedAtCheckpoints(List<Copied> copied, List<Event> events) {
        Map<Integer, List<Integer>> byAttempt = copied.stream()
                .collect(Collectors.groupingBy(
                        Copied::attempt, TreeMap::new, Collectors.mapping(Copied::record, Collectors.toList())));
        List<String> findings = new ArrayList<>();
        byAttempt.forEach((attempt, records) -> {
            int checkpoint = lastCheckpointBefore(attempt, events);
            if (records.getFirst() != checkpoint) {
                findings.add("attempt %d began with record %d, and the checkpoint was %d"
                        .formatted(attempt, records.getFirst(), checkpoint));
            }
        });
        if (byAttempt.size() < 2) {
            findings.add("it was never resumed");
        }
        String begins = byAttempt.values().stream()
                .map(records -> String.valueOf(records.getFirst()))
                .collect(Collectors.joining(", "));
        int again = copied.size()
                - byAttempt.values().stream()
                        .flatMap(Collection::stream)
                        .collect(Collectors.toSet())
                        .size();
        return new Check(
                "each attempt began at the last checkpoint",
                "%d attempts, at records %s; %d records were copied again".formatted(byAttempt.size(), begins, again),
                findings);
    }

    private static int lastCheckpointBefore(int attempt, List<Event> events) {
        int last = 0;
        for (Event event : events) {
            if (event instanceof Event.CheckpointRecorded recorded && recorded.attempt() < attempt) {
                last = Integer.parseInt(recorded.checkpoint().text().replaceAll("\\D", ""));
            }
        }
        return last;
    }
}

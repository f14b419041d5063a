package dev.reeve.benchmark.throughput;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.benchmark.database.Sample;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ExecutionChange;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One lane without an engine: writes batches like those of a lane under load. In each batch some executions start,
 * those of the batch before make their second transition, and so on. The oldest ones end. Used by one thread.
 */
final class LimitLoop {

    private final Sample sample;
    private final int lane;
    private final int lanes;
    private final int startsPerBatch;
    private final Ids ids = new Ids(() -> ThreadLocalRandom.current().nextLong());

    /** The executions in flight, the youngest first. All of one generation have made the same number of transitions. */
    private final Deque<List<ExecutionId>> generations = new ArrayDeque<>();

    /** @param batchRows number of journal rows of a batch once the pipeline is full */
    LimitLoop(Sample sample, int lane, int lanes, int batchRows) {
        this.sample = sample;
        this.lane = lane;
        this.lanes = lanes;
        this.startsPerBatch =
                Math.max(1, Math.round((float) batchRows / sample.events().size()));
    }

    Batch next() {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        int transitions = sample.events().size();
        List<JournalRow> journal = new ArrayList<>(startsPerBatch * transitions);
        List<ExecutionRow> started = new ArrayList<>(startsPerBatch);
        List<ExecutionChange> changed = new ArrayList<>(startsPerBatch);
        generations.addFirst(newIds(now));
        int seq = 1;
        for (List<ExecutionId> generation : generations) {
            String events = sample.events().get(seq - 1);
            for (ExecutionId id : generation) {
                journal.add(new JournalRow(id, seq, now, events));
                if (seq == 1) {
                    started.add(started(id, now));
                } else if (seq == transitions) {
                    changed.add(new ExecutionChange(id, ExecutionStatus.COMPLETED, null, now, null));
                }
            }
            seq++;
        }
        if (generations.size() == transitions) {
            generations.removeLast();
        }
        return new Batch(journal, started, changed);
    }

    private ExecutionRow started(ExecutionId id, Instant now) {
        ExecutionRow row = sample.row();
        return new ExecutionRow(
                id,
                row.namespace(),
                null,
                row.workflow(),
                row.version(),
                ExecutionStatus.RUNNING,
                row.priority(),
                row.labels(),
                row.digest(),
                now,
                ExecutionRow.IN_FLIGHT,
                null,
                null);
    }

    private List<ExecutionId> newIds(Instant now) {
        List<ExecutionId> made = new ArrayList<>(startsPerBatch);
        while (made.size() < startsPerBatch) {
            ExecutionId id = ids.next(now);
            if (id.shard() % lanes == lane) {
                made.add(id);
            }
        }
        return made;
    }
}

package dev.reeve.benchmark.workload;

import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Counts commits and measures their duration. Thread-safe: all lanes write, and any thread may read. */
public final class Commits {

    private static final int DIGITS = 3;

    private final Recorder nanos = new Recorder(DIGITS);
    private final LongAdder commits = new LongAdder();
    private final LongAdder journalRows = new LongAdder();
    private final LongAdder started = new LongAdder();
    private final LongAdder changed = new LongAdder();
    private final LongAdder totalNanos = new LongAdder();

    public void committed(int rows, int executionsStarted, int executionsChanged, long tookNanos) {
        commits.increment();
        journalRows.add(rows);
        started.add(executionsStarted);
        changed.add(executionsChanged);
        totalNanos.add(tookNanos);
        nanos.recordValue(tookNanos);
    }

    /** Totals since the beginning. */
    public record Count(long commits, long journalRows, long started, long changed, long totalNanos) {

        public Count since(Count earlier) {
            return new Count(
                    commits - earlier.commits,
                    journalRows - earlier.journalRows,
                    started - earlier.started,
                    changed - earlier.changed,
                    totalNanos - earlier.totalNanos);
        }

        /** @param executions that ended or were started in these commits, or steps */
        public double executionsPerCommit(long executions) {
            return commits == 0 ? 0 : (double) executions / commits;
        }

        public double rowsPerCommit() {
            return commits == 0 ? 0 : (double) journalRows / commits;
        }
    }

    public Count count() {
        return new Count(commits.sum(), journalRows.sum(), started.sum(), changed.sum(), totalNanos.sum());
    }

    /** Duration of commits since the last call, in nanoseconds. */
    public Histogram interval() {
        return nanos.getIntervalHistogram();
    }
}

package dev.reeve.benchmark.peers.dbscheduler;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.event.AbstractSchedulerListener;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.benchmark.peers.driver.BenchDatabase;
import dev.reeve.benchmark.peers.driver.Comparison;
import dev.reeve.benchmark.peers.driver.Payloads;
import dev.reeve.benchmark.peers.driver.Peer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * db-scheduler: a chain is one row. The end of a step replaces it in one UPDATE by the next ({@code OnCompleteReplace},
 * the library's own way of chaining); the row carries the input and the results so far, and is deleted at the end.
 * Lock-and-fetch, 20 threads, starts in batches of 100 and up to 2,000 chains under way carried most.
 */
public final class DbSchedulerPeer implements Peer {

    private static final int THREADS = Integer.getInteger("threads", 20);
    private static final List<TaskDescriptor<String>> CHAIN = List.of(
            TaskDescriptor.of("chain-1", String.class),
            TaskDescriptor.of("chain-2", String.class),
            TaskDescriptor.of("chain-3", String.class));

    /** The table of the library's documentation; no column nor index for priorities, which are off. */
    private static final List<String> TABLE = List.of(
            """
            create table scheduled_tasks (
              task_name text not null, task_instance text not null, task_data bytea, execution_time timestamptz not null,
              picked boolean not null, picked_by text, last_success timestamptz, last_failure timestamptz,
              consecutive_failures int, last_heartbeat timestamptz, version bigint not null,
              primary key (task_name, task_instance))""",
            "create index execution_time_idx on scheduled_tasks (execution_time)",
            "create index last_heartbeat_idx on scheduled_tasks (last_heartbeat)");

    private Scheduler scheduler;

    /** A line for the input, and one for each result. */
    private static final class Lines implements Serializer {

        @Override
        public byte[] serialize(Object data) {
            return data == null ? null : data.toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public <T> T deserialize(Class<T> type, byte[] data) {
            return data == null ? null : type.cast(new String(data, StandardCharsets.UTF_8));
        }
    }

    @Override
    public void open(Consumer<UUID> completed) throws SQLException {
        HikariDataSource pool = BenchDatabase.create("bench_db_scheduler", THREADS + 2);
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : TABLE) {
                statement.execute(sql);
            }
        }
        scheduler = Scheduler.create(pool, step(1), step(2), step(3))
                .threads(THREADS)
                .pollUsingLockAndFetch(4, 20)
                .pollingInterval(Duration.ofMillis(50))
                .enableImmediateExecution()
                .schedulerName(new SchedulerName.Fixed("bench"))
                .serializer(new Lines())
                .addSchedulerListener(new AbstractSchedulerListener() {
                    @Override
                    public void onExecutionComplete(ExecutionComplete complete) { // the row is replaced or removed
                        var instance = complete.getExecution().taskInstance;
                        if (instance.getTaskName().equals("chain-3")) {
                            completed.accept(UUID.fromString(instance.getId()));
                        }
                    }
                })
                .build();
        scheduler.start();
    }

    private static CustomTask<String> step(int number) {
        return Tasks.custom(CHAIN.get(number - 1)).execute((instance, context) -> {
            String result = Payloads.result(UUID.fromString(instance.getId()), number);
            return number == 3
                    ? new CompletionHandler.OnCompleteRemove<>()
                    : new CompletionHandler.OnCompleteReplace<>(CHAIN.get(number), instance.getData() + "\n" + result);
        });
    }

    @Override
    public void start(List<UUID> ids) {
        Instant now = Instant.now();
        List<SchedulableInstance<?>> batch = new ArrayList<>(ids.size());
        for (UUID id : ids) {
            batch.add(CHAIN.getFirst().instance(id.toString()).data(Payloads.input(id)).scheduledTo(now));
        }
        if (batch.size() == 1) {
            scheduler.schedule(batch.getFirst());
        } else {
            scheduler.scheduleBatch(batch);
        }
    }

    @Override
    public int batch() {
        return 100;
    }

    @Override
    public int clients() {
        return 2;
    }

    @Override
    public int inFlight() {
        return Integer.getInteger("inflight", 2000);
    }

    public static void main(String[] arguments) throws Exception {
        Comparison.run(new DbSchedulerPeer(), arguments);
    }
}

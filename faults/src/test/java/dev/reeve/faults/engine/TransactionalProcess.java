package dev.reeve.faults.engine;

import dev.reeve.ClusterOptions;
import dev.reeve.Reeve;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * A process with the agent of a transactional step, which hangs where {@code -Dfaults.hang} says, until it is killed.
 * It reports on standard output: {@code OPEN}, {@code HANGS n} in attempt n, {@code CLOSED}.
 */
public final class TransactionalProcess {

    /** Where the agent hangs. */
    public enum Hang {
        BEFORE_COMMIT,
        BEFORE_REPORT,
        NEVER
    }

    public static final String ACTION = "room.book";

    private TransactionalProcess() {}

    /** @param args address of the store */
    public static void main(String[] args) throws IOException {
        PrintStream parent = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Hang hang = Hang.valueOf(System.getProperty("faults.hang"));
        ClusterOptions cluster = ClusterOptions.defaults()
                .withName(System.getProperty("faults.node"))
                .withTtl(EngineProcess.TTL)
                .withOwns(Boolean.getBoolean("faults.owns"));
        try (Reeve reeve = new Place(args[0]).join(cluster)) {
            reeve.agent("booking")
                    .action(ACTION, (input, step) -> {
                        try (Connection connection = DriverManager.getConnection(args[0])) {
                            connection.setAutoCommit(false);
                            try (PreparedStatement effect =
                                    connection.prepareStatement("insert into effect (key, attempt) values (?, ?)")) {
                                effect.setString(1, step.idempotencyKey());
                                effect.setInt(2, step.attempt());
                                effect.executeUpdate();
                            }
                            step.complete(connection, Map.of("attempt", step.attempt()));
                            hangAt(Hang.BEFORE_COMMIT, hang, step.attempt(), parent);
                            connection.commit();
                            hangAt(Hang.BEFORE_REPORT, hang, step.attempt(), parent);
                        }
                        return null;
                    })
                    .start();
            parent.println("OPEN");
            System.in.read();
        }
        parent.println("CLOSED");
    }

    private static void hangAt(Hang here, Hang wanted, int attempt, PrintStream parent) throws InterruptedException {
        if (here == wanted) {
            parent.println("HANGS " + attempt);
            new CountDownLatch(1).await();
        }
    }
}

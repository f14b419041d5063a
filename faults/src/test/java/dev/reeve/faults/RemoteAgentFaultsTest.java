package dev.reeve.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.faults.engine.Child;
import dev.reeve.faults.engine.Nodes;
import dev.reeve.faults.server.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two engines own executions and have no agents, two others own nothing and have the agents. Each is a process, and
 * each fails while steps are lent.
 */
@Tag("proof")
final class RemoteAgentFaultsTest {

    private static final int STARTS = 150;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Nodes nodes;

    @BeforeEach
    void locate(@TempDir Path directory) {
        nodes = new Nodes(PostgresServer.shared().newPlace(), directory);
    }

    private Child owner(String name, int number) {
        return process(name, number, STARTS, "-Dfaults.agents=false");
    }

    private Child service(String name) {
        return process(name, 0, 0, "-Dfaults.owns=false");
    }

    private Child process(String name, int number, int starts, String kind) {
        return nodes.run(name, number, starts, kind, "-Dfaults.slow=100");
    }

    @Test
    @DisplayName("F1, F3, F8, I1 to I11: engines with agents and engines with executions are killed and stopped "
            + "while steps are lent, and the others continue")
    void lendersAndOwnersFail() throws Exception {
        List<Child> children = new ArrayList<>();
        try {
            children.add(service("alpha"));
            children.add(service("beta"));
            children.add(owner("one", 1));
            children.add(owner("two", 2));
            children.get(2).await("STARTED 1005");
            children.get(3).await("STARTED 2005");
            awaitLent();

            children.get(0).kill();
            children.set(0, service("alpha"));
            awaitLent();

            children.get(3).kill();
            children.set(3, owner("four", 4));
            children.get(3).await("STARTED 4005");
            awaitLent();

            children.get(1).signal("STOP");
            Awaitility.await().atMost(PATIENCE).until(() -> !nodes().contains("beta"));
            children.get(1).signal("CONT");
            Awaitility.await().atMost(PATIENCE).until(() -> nodes().contains("beta"));

            children.get(2).await("DONE");
            children.get(3).await("DONE");
            for (Child child : children) {
                assertThat(child.shutDown()).as("exit code").isZero();
            }
        } finally {
            children.forEach(Child::close);
        }
        assertThat(query("select m::text from reeve.mail as m"))
                .as("letters left")
                .isEmpty();
        assertThat(query("select i::text from reeve.inbox as i"))
                .as("left in the inbox")
                .isEmpty();
        nodes.audit();
    }

    /** A step runs, and only agents elsewhere can have it. */
    private void awaitLent() {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> !query("select 1 from reeve.mail where content::text like '%HandOut%'")
                        .isEmpty());
    }

    private List<String> nodes() {
        return query("select name from reeve.node");
    }

    private List<String> query(String sql) {
        return PostgresServer.query(nodes.place(), sql);
    }
}

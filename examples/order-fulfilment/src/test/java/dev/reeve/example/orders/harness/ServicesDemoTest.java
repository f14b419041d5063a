package dev.reeve.example.orders.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("proof")
@Timeout(900)
@DisplayName("The demo with a server and four services in processes of their own")
final class ServicesDemoTest {

    @TempDir
    private Path directory;

    private final DemoRun demo = new DemoRun();

    private int demo(int orders, String... more) throws IOException {
        Path file = DemoRun.orders(directory, orders);
        List<String> args =
                new ArrayList<>(List.of("--services", "--orders", file.toString(), "--data", data().toString()));
        args.addAll(List.of(more));
        return demo.run(args.toArray(String[]::new));
    }

    private Path data() {
        return directory.resolve("data");
    }

    private String said() {
        return demo.out() + demo.err();
    }

    @AfterEach
    void noProcessIsLeft() {
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .noneMatch(process -> process.info().commandLine().orElse("").contains(data().toString()));
    }

    @Test
    @DisplayName("T1: the server and the services, one in JavaScript, are killed in turn; all orders end, "
            + "and the books agree")
    void killedInTurn() throws Exception {
        boolean found = NodeProgram.find("node").isPresent();
        if (!found) {
            System.out.println("SKIPPED: node 18 or later is not installed, so the demo with services is not tested");
        }
        Assumptions.assumeTrue(found, "node 18 or later is not installed");

        // Slow enough that orders still come after the last of the five kills, however long a process takes to start.
        int exit = demo(240, "--crash", "--rate", "5");

        assertThat(exit).as(this::said).isZero();
        assertThat(said())
                .contains(
                        "notifications is in JavaScript",
                        "kill 1 of 5: SIGKILL for the server",
                        "kill 2 of 5: SIGKILL for the service inventory",
                        "kill 3 of 5: SIGKILL for the service payments",
                        "kill 4 of 5: SIGKILL for the service shipping",
                        "kill 5 of 5: SIGKILL for the service notifications",
                        "240 orders = ",
                        "✔ nothing was charged, or done at all, twice",
                        "✔ the histories in the store are sound")
                .doesNotContain("✘");
        assertThat(Files.getPosixFilePermissions(data().resolve("server/services.key")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    @DisplayName("Without Node it says so, and the fourth service is in Java, too; a second run starts nothing")
    void withoutNode() throws Exception {
        assertThat(demo(8, "--rate", "0", "--node", "/no/such/node"))
                .as(this::said)
                .isZero();
        assertThat(said())
                .contains("'/no/such/node' is not Node 18 or later", "all services are in Java", "8 orders = ")
                .doesNotContain("in JavaScript", "✘");

        assertThat(demo(8, "--rate", "0", "--node", "/no/such/node"))
                .as(this::said)
                .isZero();
        assertThat(said()).contains("orders/s (0 in");
    }
}

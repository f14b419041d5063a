package dev.reeve.internal.engine.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ClusterOptions;
import dev.reeve.Execution;
import dev.reeve.ExecutionQuery;
import dev.reeve.JdbcReeve;
import dev.reeve.internal.engine.client.EngineFixture;
import dev.reeve.internal.model.reading.DefinitionReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * S3: what docs/guide/sql.md shows works in the real psql, as the role that it creates. Skipped where psql is not
 * installed; with {@code -Dnothing.skipped=true} that is a failure.
 */
@Tag("proof")
final class PsqlTest {

    private static final Path PAGE = Path.of("../docs/guide/sql.md");
    private static final Pattern BLOCK = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Path psql = Path.of("psql");

    @BeforeEach
    void find() {
        String path = System.getenv("PATH");
        Optional<Path> found = Stream.concat(
                        Stream.of((path == null ? "" : path).split(File.pathSeparator, -1)), Stream.of("/usr/bin"))
                .map(directory -> Path.of(directory, "psql"))
                .filter(Files::isExecutable)
                .findFirst();
        if (found.isEmpty()) {
            String advice =
                    "psql is not installed, so sql.md was not tested with it: apt-get install postgresql-client";
            System.err.println("LEFT OUT: " + advice);
            Assumptions.abort(advice);
        }
        psql = found.orElseThrow();
    }

    @Test
    @DisplayName("psql: the transaction of the guide starts an execution; one that is rolled back does not")
    void theGuide() throws Exception {
        List<String> blocks = BLOCK.matcher(Files.readString(PAGE))
                .results()
                .map(block -> block.group(1))
                .toList();
        String transaction = blocks.get(0);
        assertThat(transaction).contains("select reeve.start('place_order'", "commit;");
        try (SharedDatabase database = new SharedDatabase()) {
            String name = Objects.requireNonNull(database.source().getDatabaseName());
            JdbcReeve reeve = database.open(ClusterOptions.defaults());
            reeve.deploy(DefinitionReader.parse("""
                workflow: place_order
                steps: { book: { action: order.book, input: "${ input.id }" } }
                output: { booked: "${ steps.book.output }" }
                """));
            EngineFixture.echo(reeve, "order.book");
            // roles belong to the server, which other tests use as well
            String shop = "shop_" + name;
            String roles = blocks.get(1).replace("reeve_client", "reeve_client_" + name);
            run(
                    database,
                    "postgres",
                    "create role %s login;\n".formatted(shop) + roles.replace("to shop;", "to " + shop + ";"));
            run(database, "postgres", "create table orders (id text, total int); grant insert on orders to " + shop);

            run(database, shop, transaction.replace("commit;", "rollback;"));
            String id = run(database, shop, transaction).strip();

            Execution started = Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> reeve.find("order-7"), Optional::isPresent)
                    .orElseThrow();
            assertThat(id).isEqualTo(started.id().toString());
            Map<?, ?> output = started.await(Map.class, PATIENCE);
            assertThat(output).isEqualTo(Map.of("booked", "order-7"));
            assertThat(started.summary().labels()).containsEntry("database_user", shop);
            assertThat(database.rows("select id from orders")).containsExactly("order-7");
            assertThat(reeve.list(ExecutionQuery.all())).hasSize(1);
        }
    }

    /** The output of these statements, one value for each line. */
    private String run(SharedDatabase database, String user, String statements) throws Exception {
        List<String> command = List.of(
                psql.toString(),
                "--no-psqlrc",
                "--no-password",
                "--quiet",
                "--tuples-only",
                "--no-align",
                "--set=ON_ERROR_STOP=1",
                "--host=127.0.0.1",
                "--port=" + database.source().getPortNumbers()[0],
                "--username=" + user,
                "--dbname=" + database.source().getDatabaseName());
        Path errors = Files.createTempFile("psql", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(statements.getBytes(StandardCharsets.UTF_8));
        }
        String output = read(process);
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
        Files.delete(errors);
        return output;
    }

    private static String read(Process process) throws IOException {
        try (InputStream out = process.getInputStream()) {
            return new String(out.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.internal.sql.SqlFile;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Registration;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreException.Kind;
import dev.reeve.spi.store.StoreFormat;
import dev.reeve.spi.store.StoreProvider;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.PreferQueryMode;

/** Unusable databases are refused at once, and the message names the remedy. */
final class OpeningTest {

    private final TestServer server = TestServer.shared();

    private static Store open(DataSource dataSource) {
        return new PostgresStoreProvider().open(dataSource).orElseThrow();
    }

    private static void assertRefused(DataSource dataSource, Kind kind, String... words) {
        assertThatThrownBy(() -> open(dataSource))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        e -> assertThat(e.kind()).as("%s", e).isEqualTo(kind))
                .satisfies(e -> assertThat(e.getMessage()).contains(words));
    }

    private static String name(PGSimpleDataSource database) {
        return Objects.requireNonNull(database.getDatabaseName());
    }

    @Test
    @DisplayName("the provider is found, and does not accept files and other databases")
    void theProviderIsFound() {
        assertThat(ServiceLoader.load(StoreProvider.class))
                .anySatisfy(provider -> assertThat(provider).isInstanceOf(PostgresStoreProvider.class));
        assertThat(new PostgresStoreProvider().open(Path.of("orders.db"))).isEmpty();
        assertThat(new PostgresStoreProvider().open(anotherDatabase())).isEmpty();
    }

    /** Of some other vendor. */
    private static DataSource anotherDatabase() {
        ClassLoader loader = OpeningTest.class.getClassLoader();
        Object metaData = Proxy.newProxyInstance(
                loader, new Class<?>[] {DatabaseMetaData.class}, (proxy, method, arguments) -> "Other");
        Object connection = Proxy.newProxyInstance(
                loader, new Class<?>[] {Connection.class}, (proxy, method, arguments) -> switch (method.getName()) {
                    case "getMetaData" -> metaData;
                    case "getAutoCommit" -> true;
                    case "isClosed", "isWrapperFor" -> false;
                    case "getNetworkTimeout" -> 0;
                    default -> null;
                });
        return (DataSource) Proxy.newProxyInstance(
                loader,
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> method.getName().equals("isWrapperFor") ? (Object) false : connection);
    }

    @Test
    @DisplayName("a database that does not exist")
    void aDatabaseThatDoesNotExist() {
        assertRefused(server.dataSource("nowhere"), Kind.UNUSABLE, "nowhere", "3D000", "Create the database");
    }

    @Test
    @DisplayName("an address where no server listens is reported as unavailable")
    void nobodyListens() throws IOException {
        // bound, so that no server of another test gets the port, and not listening
        try (Socket taken = new Socket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int port = taken.getLocalPort();
            PGSimpleDataSource database = server.dataSource("postgres");
            database.setPortNumbers(new int[] {port});

            assertRefused(database, Kind.UNAVAILABLE, Integer.toString(port), "Check host and port");
        }
    }

    @Test
    @DisplayName("a role that may not log in, and one that may not create the schema")
    void aRoleWithoutRights() {
        PGSimpleDataSource database = server.emptyDatabase();
        database.setUser("stranger");
        assertRefused(database, Kind.UNUSABLE, "stranger", "Check user and password");

        server.execute("create role clerk login");
        database.setUser("clerk");
        assertRefused(database, Kind.UNUSABLE, "42501", "Grant the role");
    }

    @Test
    @DisplayName("D19: a role that owns only its schema is enough; one without any rights gets a clear message")
    void aRoleThatOwnsItsSchema() {
        PGSimpleDataSource database = server.emptyDatabase();
        server.execute("create role reeve_owner login");
        server.execute("grant create on database %s to reeve_owner".formatted(name(database)));
        database.setUser("reeve_owner");
        try (Store store = open(database)) {
            LaneStore lane = store.join(new Fixture(1).node("a"), 2).getFirst();
            Doubts.commitAll(lane, Fixture.startAll(new Fixture(1).ids(1)));
        }

        server.execute("create role onlooker login");
        database.setUser("onlooker");
        assertRefused(database, Kind.UNUSABLE, "42501", "Grant the role");
    }

    @Test
    @DisplayName("F24: a database that is read-only")
    void aDatabaseThatIsReadOnly() {
        PGSimpleDataSource database = server.emptyDatabase();
        server.execute("alter database %s set default_transaction_read_only = on".formatted(name(database)));

        assertRefused(database, Kind.UNAVAILABLE, "read-only");
    }

    @ParameterizedTest
    @ValueSource(strings = {"LATIN1", "EUC_JP", "SQL_ASCII"})
    @DisplayName("A database without full Unicode is refused before anything is created")
    void aDatabaseThatCannotKeepEveryText(String encoding) {
        String database = "in_" + encoding.toLowerCase(Locale.ROOT);
        server.execute("create database %s template template0 encoding '%s' lc_collate 'C' lc_ctype 'C'"
                .formatted(database, encoding));

        assertRefused(
                server.dataSource(database), Kind.UNUSABLE, database, encoding, "expected UTF8", "encoding 'UTF8'");
        assertThat(server.query(database, "select nspname from pg_namespace where nspname = 'reeve'"))
                .isEmpty();
    }

    @Test
    @DisplayName("a server that is too old")
    void aServerThatIsTooOld() {
        assertThatThrownBy(() -> DatabaseFacts.requireVersion(140_022, "14.22"))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNUSABLE))
                .hasMessageContainingAll("14.22", "15 or later");
        DatabaseFacts.requireVersion(150_000, "15.0");
    }

    @Test
    @DisplayName("D18: a connection with preferQueryMode=simple is refused")
    void simpleQueryMode() {
        PGSimpleDataSource database = server.database();
        database.setPreferQueryMode(PreferQueryMode.SIMPLE);

        assertRefused(database, Kind.UNUSABLE, "preferQueryMode=simple", "remove the setting");
    }

    @Test
    @DisplayName("a schema that a newer release has migrated, and one whose migration failed")
    void aSchemaThatDoesNotFit() {
        PGSimpleDataSource newer = server.database();
        server.execute(
                name(newer),
                "insert into reeve.schema_history select 99, '99', description, type, script, checksum, installed_by,"
                        + " installed_on, execution_time, success from reeve.schema_history limit 1");
        open(newer).close(); // the newer release says that older ones may use it
        server.execute(name(newer), "update reeve.compatibility set least = 77");
        assertRefused(newer, Kind.UNUSABLE, "format 77", "this one knows " + StoreFormat.NEWEST, "newer release");

        PGSimpleDataSource failed = server.database();
        server.execute(name(failed), "update reeve.schema_history set success = false where version is not null");
        assertRefused(failed, Kind.UNUSABLE, "failed half-way", "backup");
    }

    @Test
    @DisplayName("a release that is too old does not join a store that a newer one has changed since it was opened")
    void aFormatThatIsRaisedMeanwhile() {
        PGSimpleDataSource database = server.database();
        try (Store store = new PostgresStoreProvider().open(database).orElseThrow()) {
            server.execute(name(database), "update reeve.compatibility set least = 77");

            assertThatThrownBy(() -> store.join(new NodeId("a", 1), 1)).hasMessageContaining("format 77");
            assertThatThrownBy(() -> store.cluster()
                            .join(new Registration(new NodeId("a", 2), true, true, Duration.ofSeconds(10)), 1))
                    .hasMessageContaining("format 77");

            server.execute(name(database), "update reeve.compatibility set least = 1");
            store.join(new NodeId("a", 3), 1);
            assertThat(server.query(name(database), "select format::text from reeve.node"))
                    .containsExactly(String.valueOf(StoreFormat.NEWEST));
        }
    }

    @Test
    @DisplayName("newer words of definitions are allowed once no engine of an older release is registered")
    void newerWordsOfDefinitions() {
        PGSimpleDataSource database = server.database();
        try (Store store = new PostgresStoreProvider().open(database).orElseThrow()) {
            server.execute(
                    name(database),
                    "insert into reeve.node (node, name, incarnation, joined_at, format) values ('o', 'o', 1, now(), 4)");

            assertThatThrownBy(store::allowLanguage).hasMessageContaining("cannot read this yet");
            assertThat(server.query(name(database), "select least::text from reeve.compatibility"))
                    .containsExactly("1");

            server.execute(name(database), "delete from reeve.node");
            store.allowLanguage();
            assertThat(server.query(name(database), "select least::text from reeve.compatibility"))
                    .containsExactly(String.valueOf(StoreFormat.LANGUAGE));
        }
    }

    @Test
    @DisplayName("an existing store opens in well under 300 ms: it asks for the version and does not migrate")
    void anExistingStoreOpensFast() {
        PGSimpleDataSource database = server.database();

        // other work on this machine makes single tries slow
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
            long begun = System.nanoTime();
            open(database).close();
            return System.nanoTime() - begun < Duration.ofMillis(300).toNanos();
        });
    }

    private void openThreeAtOnce(DataSource database) {
        List<CompletableFuture<Void>> openers = IntStream.range(0, 3)
                .mapToObj(i -> CompletableFuture.runAsync(() -> open(database).close(), Doubts::onThread))
                .toList();
        openers.forEach(CompletableFuture::join);
    }

    /** The versions of the migrations that have run. */
    private List<String> migrated(PGSimpleDataSource database) {
        return server.query(
                name(database), "select version from reeve.schema_history where version is not null order by 1");
    }

    @Test
    @DisplayName("F56: several stores open an empty database at once; the schema is created once")
    void severalStoresMigrateAtTheSameTime() {
        PGSimpleDataSource database = server.emptyDatabase();

        openThreeAtOnce(database);

        assertThat(migrated(database)).hasSize(PostgresMigrations.versions().size());
    }

    @Test
    @DisplayName("F56: several stores open a database of the first release at once: each migration runs once")
    void severalStoresMigrateAnOlderSchemaAtTheSameTime() {
        PGSimpleDataSource database = server.emptyDatabase();
        PostgresMigrations.run(database, 1);

        openThreeAtOnce(database);

        assertThat(migrated(database))
                .startsWith("0001", "0002")
                .endsWith("%04d".formatted(PostgresMigrations.VERSION))
                .doesNotHaveDuplicates();
        Fixture fixture = new Fixture(56);
        try (Store store = open(database)) {
            Doubts.commitAll(store.join(fixture.node("a"), 1).getFirst(), Fixture.startAll(fixture.ids(2)));
        }
    }

    @Test
    @DisplayName("R48: while a migration waits or builds an index, earlier locks are free, and earlier "
            + "migrations are recorded")
    void eachMigrationIsATransaction() throws SQLException {
        PGSimpleDataSource database = server.emptyDatabase();
        PostgresMigrations.run(database, 6);
        try (Connection writer = database.getConnection();
                Statement statement = writer.createStatement()) {
            writer.setAutoCommit(false);
            statement.execute("lock table reeve.execution in row exclusive mode");
            CompletableFuture<Void> migrating =
                    CompletableFuture.runAsync(() -> PostgresMigrations.run(database), Doubts::onThread);
            Doubts.awaitWaiting(server, name(database), "Lock");

            server.execute(name(database), "begin; lock table reeve.lane in access exclusive mode nowait; rollback");
            assertThat(server.query(name(database), "select version from reeve.schema_history where version = '0009'"))
                    .hasSize(1);
            writer.rollback();
            migrating.join();
        }
        assertThat(server.query(name(database), "select version from reeve.schema_history"))
                .hasSize(PostgresMigrations.versions().size());
    }

    @Test
    @DisplayName("F56: a store that waits for another migration is not cancelled by a timeout of role or pool")
    void noLimitBreaksOffAMigration() throws SQLException {
        PGSimpleDataSource database = server.emptyDatabase();
        PGSimpleDataSource limited = server.dataSource(name(database));
        limited.setOptions("-c lock_timeout=1");
        try (Connection other = database.getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("select pg_advisory_xact_lock(8099840374862407)");
            CompletableFuture<Void> migrating =
                    CompletableFuture.runAsync(() -> PostgresMigrations.run(limited), Doubts::onThread);
            Doubts.awaitWaiting(server, name(database), "advisory");
            other.rollback();
            migrating.join();
        }
        assertThat(server.query(name(database), "select version from reeve.schema_history"))
                .hasSize(PostgresMigrations.versions().size());
    }

    @Test
    @DisplayName("every migration file is in the list, in the order of the numbers")
    void everyMigrationIsInTheList() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/dev/reeve/internal/postgresql/migration"))) {
            assertThat(PostgresMigrations.versions())
                    .containsExactlyElementsOf(
                            files.map(file -> file.getFileName().toString())
                                    .map(name -> Integer.parseInt(name.substring(1, name.indexOf("__"))))
                                    .sorted()
                                    .toList());
        }
    }

    @Test
    @DisplayName("R48: a fresh schema equals a migrated one, and no migration waits long for a lock")
    void freshAndMigratedSchemasAreTheSame() {
        PGSimpleDataSource stepwise = server.emptyDatabase();
        for (int version : PostgresMigrations.versions()) {
            PostgresMigrations.run(stepwise, version);
        }
        PGSimpleDataSource fresh = server.emptyDatabase();
        PostgresMigrations.run(fresh);

        assertThat(schema(stepwise)).isEqualTo(schema(fresh)).hasSizeGreaterThan(60);
        for (String script : server.query(
                name(fresh),
                "select script from reeve.schema_history where version is not null order by installed_rank")) {
            assertThat(SqlFile.text(PostgresSql.class, "migration/" + script))
                    .as("%s", script)
                    .contains("\nset local lock_timeout = '5s';\n");
        }
    }

    private List<String> schema(PGSimpleDataSource database) {
        return server.query(name(database), """
                select format('%s %s %s %s %s', table_name, column_name, data_type, is_nullable, column_default)
                from information_schema.columns where table_schema = 'reeve'
                union all
                select indexdef from pg_indexes where schemaname = 'reeve'
                union all
                select format('%s %s', conname, pg_get_constraintdef(oid)) from pg_constraint
                where connamespace = 'reeve'::regnamespace
                union all
                select format('%s %s %s', relname, relkind, reloptions) from pg_class
                where relnamespace = 'reeve'::regnamespace
                union all
                select viewname || definition from pg_views where schemaname = 'reeve'
                union all
                select pg_get_functiondef(oid) from pg_proc where pronamespace = 'reeve'::regnamespace
                order by 1
                """);
    }

    @Test
    @DisplayName("connections are returned to a pool unchanged")
    void connectionsAreGivenBackAsTheyWere() throws SQLException {
        PGSimpleDataSource database = server.database();
        Map<String, String> own = Map.of(
                "search_path", "public, pg_catalog",
                "statement_timeout", "7s",
                "enable_seqscan", "on",
                "application_name", "shop");
        try (LendingDataSource pool = new LendingDataSource(database)) {
            for (Connection connection : pool.idle(3)) {
                connection.setNetworkTimeout(Runnable::run, 12_345);
                for (Map.Entry<String, String> setting : own.entrySet()) {
                    try (var statement = connection.prepareStatement("select set_config(?, ?, false)")) {
                        statement.setString(1, setting.getKey());
                        statement.setString(2, setting.getValue());
                        statement.execute();
                    }
                }
                connection.setAutoCommit(false);
            }

            Store store = open(pool);
            LaneStore lane = store.join(new Fixture(1).node("a"), 2).getFirst();
            Doubts.commitAll(lane, Fixture.startAll(new Fixture(1).ids(1)));
            assertThat(store.list(new ExecutionFilter("default", null, Set.of(), Map.of(), null, null, null, 10)))
                    .hasSize(1);
            store.close();

            List<Connection> back = pool.idle(3);
            assertThat(back).hasSize(3);
            for (Connection connection : back) {
                assertThat(connection.getAutoCommit()).isFalse();
                assertThat(connection.getNetworkTimeout()).isEqualTo(12_345);
                for (Map.Entry<String, String> setting : own.entrySet()) {
                    try (var statement = connection.prepareStatement("select current_setting(?)")) {
                        statement.setString(1, setting.getKey());
                        try (var rows = statement.executeQuery()) {
                            rows.next();
                            assertThat(rows.getString(1)).as(setting.getKey()).isEqualTo(setting.getValue());
                        }
                    }
                }
            }
        }
    }
}

package dev.reeve.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.house.EmptyProject.Ended;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The program of the README, pasted into an empty Maven project")
final class PasteTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().resolve("..").normalize();

    /** One for all cases: most of the time goes into filling it. */
    @TempDir
    private static Path shared;

    @TempDir
    private Path directory;

    @Test
    @DisplayName("The program compiles with the one dependency of the README, and prints the documented output "
            + "on SQLite")
    void runsOnSqlite() throws Exception {
        EmptyProject project = project()
                .pom(page("README.md", "pom"))
                .program("Quickstart", page("README.md", "program"))
                .compile();

        Ended ended = project.java("Quickstart", directory.resolve("shop.db").toString());

        didAsTheReadmeSays(ended);
        assertThat(ended.err().lines().filter(line -> line.startsWith("reeve: ")))
                .singleElement()
                .asString()
                .contains("<artifactId>slf4j-simple</artifactId>");
    }

    @Test
    @Tag("proof")
    @DisplayName("It works on PostgreSQL with the changes that the guide names")
    void runsOnPostgres() throws Exception {
        EmptyProject project = project()
                .pom(page("README.md", "pom").replace("reeve-sqlite", "reeve-postgresql"))
                .program("Quickstart", onPostgres(guide("postgresql")))
                .compile();

        try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
            assertThat(project.java("Quickstart", server.getJdbcUrl("postgres", "postgres")))
                    .satisfies(PasteTest::didAsTheReadmeSays);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "Spring Boot 3.5, 1, jackson-annotations sqlite-jdbc",
        "Spring Boot 4, 2, ''",
        "Quarkus, 3, jackson-annotations"
    })
    @Tag("proof")
    @DisplayName("It runs on both stores with the versions of a framework and the additions of the guide")
    void runsOnTheClassPathOfAFramework(String framework, int column, String added) throws Exception {
        EmptyProject project = project()
                .pom(pinned(column, added))
                .program("Quickstart", page("README.md", "program"))
                .program("OnPostgres", onPostgres(guide("postgresql")).replace("class Quickstart", "class OnPostgres"))
                .compile();

        assertThat(project.java("Quickstart", directory.resolve("shop.db").toString()))
                .satisfies(PasteTest::didAsTheReadmeSays);
        try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
            assertThat(project.java("OnPostgres", server.getJdbcUrl("postgres", "postgres")))
                    .satisfies(PasteTest::didAsTheReadmeSays);
        }
        String driver = "postgresql-" + version(column, "org.postgresql:postgresql") + ".jar";
        assertThat(project.classPath())
                .as("the versions that %s manages", framework)
                .anyMatch(jar -> jar.endsWith(driver));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "Spring Boot 3.5, 1, sqlite-jdbc, jackson-annotations",
        "Spring Boot 3.5, 1, jackson-annotations, sqlite-jdbc",
        "Quarkus, 3, '', jackson-annotations"
    })
    @Tag("proof")
    @DisplayName("Without the additions of the guide opening fails with advice for the pom")
    void aClassPathThatDoesNotFitIsReportedAtOpening(String framework, int column, String added, String missing)
            throws Exception {
        EmptyProject project = project()
                .pom(pinned(column, added))
                .program("Quickstart", page("README.md", "program"))
                .compile();

        Ended ended = project.java("Quickstart", directory.resolve("shop.db").toString());

        assertThat(ended.code()).as(framework).isNotZero();
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .contains("Write into dependencyManagement of your pom: <dependency>")
                .contains("<artifactId>" + missing + "</artifactId>");
    }

    private static void didAsTheReadmeSays(Ended ended) {
        assertThat(ended.out()).as(ended.err()).startsWith("o-1 paid, key ").endsWith("COMPENSATED\n");
        assertThat(ended.code()).isZero();
    }

    private EmptyProject project() throws IOException {
        return EmptyProject.in(directory.resolve("shop"), shared.resolve("repository"));
    }

    /** The pom of the README with both stores, below the versions of a framework and above them what the guide adds. */
    private static String pinned(int column, String added) throws IOException {
        StringBuilder managed = new StringBuilder();
        for (String name : added.split(" ", -1)) {
            managed.append(name.isEmpty() ? "" : guide(name));
        }
        StringBuilder dependencies = new StringBuilder(dependency("dev.reeve:reeve-postgresql", ""));
        for (List<String> row : Pages.table(guidePage(), "pins")) {
            String artifact = row.get(0);
            String version = row.get(column);
            if (!artifact.startsWith("**") && !version.isEmpty()) {
                String entry = "<artifactId>" + artifact.substring(artifact.indexOf(':') + 1) + "</artifactId>";
                if (managed.indexOf(entry) < 0) {
                    managed.append(dependency(artifact, version));
                }
                if (artifact.startsWith("com.zaxxer") || artifact.startsWith("io.micrometer")) {
                    dependencies.append(dependency(artifact, ""));
                }
            }
        }
        String pom = page("README.md", "pom");
        int own = pom.lastIndexOf("</dependencies>");
        String both = pom.substring(0, own) + dependencies + pom.substring(own);
        int first = both.indexOf("<dependencies>") + "<dependencies>".length();
        return both.substring(0, first) + managed + both.substring(first);
    }

    private static String version(int column, String artifact) throws IOException {
        return Pages.table(guidePage(), "pins").stream()
                .filter(row -> row.get(0).equals(artifact))
                .map(row -> row.get(column))
                .findFirst()
                .orElseThrow();
    }

    private static String dependency(String artifact, String version) {
        String[] names = artifact.split(":", -1);
        return "<dependency><groupId>%s</groupId><artifactId>%s</artifactId>%s</dependency>\n"
                .formatted(names[0], names[1], version.isEmpty() ? "" : "<version>" + version + "</version>");
    }

    private static String onPostgres(String lines) throws IOException {
        String program = page("README.md", "program");
        String opening = program.lines()
                .filter(line -> line.contains("Reeve.open("))
                .findFirst()
                .orElseThrow();
        return program.replace(opening, lines.stripTrailing());
    }

    private static String guide(String comment) throws IOException {
        return Pages.block(guidePage(), comment);
    }

    private static String guidePage() throws IOException {
        return Files.readString(ROOT.resolve("docs/guide/getting-started.md"));
    }

    private static String page(String file, String comment) throws IOException {
        return Pages.block(Files.readString(ROOT.resolve(file)), comment);
    }
}

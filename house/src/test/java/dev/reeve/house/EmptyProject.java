package dev.reeve.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A Maven project with nothing in it but what a page of the documentation shows. Its local repository is its own: it
 * holds the artifacts of this build, and takes everything else from the local repository of this machine as from a
 * server. So it neither writes into that repository nor finds older artifacts of Reeve in it. Missing artifacts are
 * fetched from Maven Central, unless the build is offline.
 */
final class EmptyProject {

    private static final Path ROOT = Path.of("").toAbsolutePath().resolve("..").normalize();
    private static final String VERSION = property("project.version");
    private static final long MINUTES_MAX = 5;

    /** Only the local repository of this machine, since the build is offline. */
    private static final String MIRROR = """
            <settings>
              <mirrors><mirror><id>machine</id><mirrorOf>*</mirrorOf><url>MACHINE</url></mirror></mirrors>
            </settings>
            """;

    /** The local repository of this machine first, and Maven Central for what it does not have. */
    private static final String ADDITION = """
            <settings>
              <profiles><profile>
                <id>machine</id>
                <repositories><repository><id>machine</id><url>MACHINE</url></repository></repositories>
                <pluginRepositories><pluginRepository><id>machine</id><url>MACHINE</url></pluginRepository></pluginRepositories>
              </profile></profiles>
              <activeProfiles><activeProfile>machine</activeProfile></activeProfiles>
            </settings>
            """;

    private final Path directory;
    private final Path repository;

    private EmptyProject(Path directory, Path repository) {
        this.directory = directory;
        this.repository = repository;
    }

    /** In a new directory, with the artifacts of this build in the repository beside it. */
    static EmptyProject in(Path directory, Path repository) throws IOException {
        if (!Files.exists(repository)) {
            installReeve(repository);
        }
        Files.createDirectories(directory.resolve("src/main/java"));
        String settings = property("maven.offline").endsWith("true") ? MIRROR : ADDITION;
        Files.writeString(directory.resolve("settings.xml"), settings.replace("MACHINE", machine()));
        return new EmptyProject(directory, repository);
    }

    /** Writes a pom around this part of one. The version of Reeve becomes that of this build. */
    EmptyProject pom(String fragment) throws IOException {
        Files.writeString(directory.resolve("pom.xml"), """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>com.example</groupId>
                  <artifactId>shop</artifactId>
                  <version>1</version>
                  <build><pluginManagement><plugins>
                    <plugin><artifactId>maven-resources-plugin</artifactId><version>3.5.0</version></plugin>
                    <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.16.0</version></plugin>
                    <plugin><artifactId>maven-dependency-plugin</artifactId><version>3.11.0</version></plugin>
                  </plugins></pluginManagement></build>
                %s
                </project>
                """.formatted(fragment.replace("0.1.0-SNAPSHOT", VERSION)));
        return this;
    }

    EmptyProject program(String name, String source) throws IOException {
        Files.writeString(directory.resolve("src/main/java/" + name + ".java"), source);
        return this;
    }

    EmptyProject compile() throws IOException, InterruptedException {
        Ended ended = run(List.of(
                property("maven.home") + "/bin/mvn",
                "-B",
                "-ntp",
                "-q",
                "-s",
                directory.resolve("settings.xml").toString(),
                "-Dmaven.repo.local=" + repository,
                "-Dproject.build.sourceEncoding=UTF-8",
                "-Dmdep.outputFile=" + directory.resolve("classpath"),
                "compile",
                "dependency:build-classpath"));
        if (ended.code() != 0) {
            throw new AssertionError("The project does not compile:\n" + ended.out() + ended.err());
        }
        return this;
    }

    List<String> classPath() throws IOException {
        return Arrays.asList(
                Files.readString(directory.resolve("classpath")).strip().split(":", -1));
    }

    /** The output of a program, and its exit code. */
    record Ended(int code, String out, String err) {}

    Ended java(String main, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                property("java.home") + "/bin/java",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                directory.resolve("target/classes") + ":" + String.join(":", classPath()),
                main));
        command.addAll(List.of(arguments));
        return run(command);
    }

    private Ended run(List<String> command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(directory, "out", "");
        Path err = Files.createTempFile(directory, "err", "");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", property("java.home"));
        builder.environment().keySet().removeAll(List.of("MAVEN_OPTS", "MAVEN_ARGS", "JAVA_TOOL_OPTIONS"));
        Process process = builder.start();
        if (!process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("no end after %d minutes: %s".formatted(MINUTES_MAX, command));
        }
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private static void installReeve(Path repository) throws IOException {
        install(repository, "reeve-parent", ROOT);
        for (String module : Pages.matches("<module>(.*?)</module>", Files.readString(ROOT.resolve("pom.xml")))) {
            Path directory = ROOT.resolve(module);
            String pom = Files.readString(directory.resolve("pom.xml"));
            install(
                    repository,
                    Pages.matches("<artifactId>(.*?)</artifactId>", pom.substring(pom.indexOf("</parent>")))
                            .get(0),
                    directory);
        }
    }

    private static void install(Path repository, String artifact, Path module) throws IOException {
        Path target = repository.resolve("dev/reeve").resolve(artifact).resolve(VERSION);
        Path jar = module.resolve("target/%s-%s.jar".formatted(artifact, VERSION));
        Path pom = module.resolve(".flattened-pom.xml");
        if (!Files.exists(pom)) {
            return;
        }
        Files.createDirectories(target);
        Files.copy(pom, target.resolve("%s-%s.pom".formatted(artifact, VERSION)));
        if (Files.exists(jar)) {
            Files.copy(jar, target.resolve(jar.getFileName()));
        }
    }

    private static String machine() {
        return Path.of(property("local.repository")).toUri().toString();
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("The build must set the system property " + name);
        }
        return value;
    }
}

package dev.reeve.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.DeployedVersion;
import dev.reeve.ErrorCode;
import dev.reeve.ExecutionStatus;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.spring.StartupException;
import dev.reeve.internal.spring.StartupFailureAnalyzer;
import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("The auto-configuration, on a file")
@ExtendWith(OutputCaptureExtension.class)
final class ReeveAutoConfigurationTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private ApplicationContextRunner application() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ReeveAutoConfiguration.class))
                .withPropertyValues("reeve.sqlite.file=" + directory.resolve("app.db"), "spring.application.name=shop");
    }

    @Configuration(proxyBeanMethods = false)
    static class Greetings {

        record Name(String name) {}

        static class Greeter {
            @Action("greeting.write")
            String greet(Name name) {
                return "Hello, " + name.name();
            }
        }

        @Bean
        Greeter greeter() {
            return new Greeter();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OtherWorkflow {

        @Bean
        Workflow declared() {
            return Workflow.parse("""
                    workflow: declared
                    version: 3
                    steps:
                      wait: { wait: 1h }
                    """);
        }
    }

    @Test
    @DisplayName(
            "On a file it has a local door for commands until the engine is closed, unless the settings say otherwise")
    void hasADoor() {
        Path door = directory.resolve("app.db.door");
        ApplicationContextRunner greeting = application().withUserConfiguration(Greetings.class);
        greeting.run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(Reeve.class);
            assertThat(door).exists();
        });
        assertThat(door).doesNotExist();

        greeting.withPropertyValues("reeve.sqlite.door=false").run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(door).doesNotExist();
        });
        greeting.withClassLoader(new FilteredClassLoader("com.sun.net.httpserver"))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    @DisplayName(
            "Definitions on the class path are deployed, a bean performs their action, and one line says what runs")
    void runs(CapturedOutput output) {
        application()
                .withUserConfiguration(Greetings.class, OtherWorkflow.class)
                .run(context -> {
                    Reeve reeve = context.getBean(Reeve.class);
                    assertThat(reeve.definitions())
                            .extracting(DeployedVersion::workflow)
                            .containsExactly("declared", "greet");

                    assertThat(reeve.start("greet", Map.of("name", "Ada")).await(String.class, PATIENCE))
                            .isEqualTo("Hello, Ada");
                    assertThat(output.getOut().lines().filter(line -> line.contains("Reeve runs on")))
                            .singleElement()
                            .asString()
                            .contains(
                                    "SQLite, file " + directory.resolve("app.db"),
                                    "namespace default",
                                    "greet v1 (new), declared v3 (new)",
                                    "shop with 100 slots performs greeting.write");
                });
    }

    @Test
    @DisplayName("The second start finds the definitions deployed, and the executions of the first one")
    void startsAgain(CapturedOutput output) {
        application().withUserConfiguration(Greetings.class).run(context -> {
            Reeve reeve = context.getBean(Reeve.class);
            reeve.start("greet", Map.of("name", "Ada"), dev.reeve.Start.key("k"))
                    .await(String.class, PATIENCE);
        });
        application().withUserConfiguration(Greetings.class).run(context -> {
            Reeve reeve = context.getBean(Reeve.class);
            assertThat(reeve.find("k"))
                    .hasValueSatisfying(found -> assertThat(found.status()).isEqualTo(ExecutionStatus.COMPLETED));
            assertThat(output.getOut()).contains("definitions: greet v1;");
        });
    }

    @Test
    @DisplayName("reeve.enabled=false configures nothing, and so does an application without the starter's file")
    void canBeSwitchedOff() {
        application()
                .withPropertyValues("reeve.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Reeve.class));
    }

    @Test
    @DisplayName("Without a store the application does not start, and the message says how to name one")
    void needsAStore() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ReeveAutoConfiguration.class))
                .run(context -> assertThat(analysis(context)).satisfies(found -> {
                    assertThat(found.getDescription()).contains("Reeve has no store");
                    assertThat(found.getAction()).contains("spring.datasource.url", "reeve.sqlite.file");
                }));
    }

    @Test
    @DisplayName("It needs neither JDBC nor transactions of Spring on the class path")
    void worksWithoutSpringJdbc() {
        application()
                .withClassLoader(
                        new FilteredClassLoader(DataSourceUtils.class, TransactionSynchronizationManager.class))
                .withUserConfiguration(Greetings.class)
                .run(context -> {
                    Reeve reeve = context.getBean(Reeve.class);
                    assertThat(reeve.start("greet", Map.of("name", "Bo")).await(String.class, PATIENCE))
                            .isEqualTo("Hello, Bo");
                });
    }

    @Test
    @DisplayName("An engine of the application's own gets the definitions and agents")
    void takesTheReeveOfTheApplication(CapturedOutput output) {
        application()
                .withUserConfiguration(Greetings.class)
                .withBean("own", Reeve.class, () -> Reeve.open(directory.resolve("own.db")))
                .run(context -> {
                    assertThat(context).hasSingleBean(Reeve.class).hasBean("own");
                    assertThat(context.getBean(Reeve.class)
                                    .start("greet", Map.of("name", "Cy"))
                                    .await(String.class, PATIENCE))
                            .isEqualTo("Hello, Cy");
                });
    }

    @Test
    @DisplayName("The namespace, options of the node and customizers reach the engine")
    void optionsReachTheEngine() {
        List<NodeOptions> seen = new ArrayList<>();
        application()
                .withUserConfiguration(Greetings.class)
                .withPropertyValues(
                        "reeve.namespace=billing",
                        "reeve.node.lanes=3",
                        "reeve.node.retention=7d",
                        "reeve.node.drain=3s",
                        "reeve.agent.slots=7")
                .withBean(NodeOptionsCustomizer.class, () -> options -> {
                    seen.add(options);
                    return options.withLanes(1);
                })
                .run(context -> {
                    Reeve reeve = context.getBean(Reeve.class);
                    assertThat(reeve.namespace()).isEqualTo("billing");
                    assertThat(reeve.namespace("default").definitions()).isEmpty();
                    Awaitility.await()
                            .untilAsserted(() -> assertThat(reeve.health().agents())
                                    .singleElement()
                                    .satisfies(
                                            agent -> assertThat(agent.slots()).isEqualTo(7)));
                    assertThat(seen).singleElement().satisfies(options -> {
                        assertThat(options.lanes()).isEqualTo(3);
                        assertThat(options.retention()).isEqualTo(Duration.ofDays(7));
                        assertThat(options.drain()).isEqualTo(Duration.ofSeconds(3));
                    });
                });
    }

    @Test
    @DisplayName("An invalid definition stops the start with all its problems")
    void anInvalidDefinition() {
        application()
                .withPropertyValues("reeve.workflows=classpath:broken/broken.yaml")
                .run(context -> assertThat(analysis(context).getDescription()).contains("broken.yaml", "two"));
    }

    @Test
    @DisplayName("A location without a pattern must exist; a pattern may match nothing")
    void locations() {
        application()
                .withPropertyValues("reeve.workflows=classpath:workflows/missing.yaml")
                .run(context -> assertThat(analysis(context).getDescription()).contains("missing.yaml"));
        application()
                .withPropertyValues("reeve.workflows=classpath*:nothing/*.yaml")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    @Tag("proof")
    @DisplayName("A version that is deployed with other content stops the start: raise the version")
    void anotherContent() {
        application()
                .withUserConfiguration(Greetings.class)
                .run(context -> assertThat(context).hasNotFailed());
        application()
                .withPropertyValues("reeve.workflows=")
                .withBean(Workflow.class, () -> Workflow.parse("""
                        workflow: greet
                        version: 1
                        steps:
                          wait: { wait: 1h }
                        """))
                .run(context -> {
                    assertThat(analysis(context)).satisfies(found -> {
                        assertThat(found.getDescription()).contains("CONFLICT", "greet");
                        assertThat(found.getAction()).contains("Raise the version");
                    });
                    assertThat(context.getStartupFailure())
                            .hasRootCauseInstanceOf(ReeveException.class)
                            .rootCause()
                            .satisfies(root ->
                                    assertThat(((ReeveException) root).code()).isEqualTo(ErrorCode.CONFLICT));
                });
    }

    @Test
    @DisplayName("An action that no agent offers stops the start, or is a warning, or is not looked at")
    void missingActions(CapturedOutput output) {
        application()
                .run(context -> assertThat(analysis(context)).satisfies(found -> {
                    assertThat(found.getDescription()).contains("greeting.write (greet)");
                    assertThat(found.getAction()).contains("@Action(\"greeting.write\")", "reeve.missing-actions=warn");
                }));
        application()
                .withPropertyValues("reeve.missing-actions=warn")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output.getOut().lines().filter(line -> line.startsWith("WARN  dev.reeve.spring No agent offers")))
                .hasSize(1);
        application()
                .withPropertyValues("reeve.missing-actions=ignore")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output.getOut().lines().filter(line -> line.startsWith("WARN  dev.reeve.spring No agent offers")))
                .hasSize(1);
    }

    /** A bean that starts an agent. */
    static class OwnAgent {
        OwnAgent(Reeve reeve) {
            reeve.agent("other")
                    .action("greeting.write", Greetings.Name.class, (name, step) -> "Hi, " + name.name())
                    .start();
        }
    }

    @Test
    @DisplayName("An action that another agent of the process offers is not missing")
    void otherAgents() {
        application()
                .withBean(OwnAgent.class)
                .run(context -> assertThat(context.getBean(Reeve.class)
                                .start("greet", Map.of("name", "Di"))
                                .await(String.class, PATIENCE))
                        .isEqualTo("Hi, Di"));
    }

    @Test
    @DisplayName("An application without agents of its own does not offer the actions of its beans")
    void withoutAgents() {
        application()
                .withUserConfiguration(Greetings.class)
                .withPropertyValues("reeve.agent.enabled=false")
                .run(context -> assertThat(analysis(context).getDescription()).contains("greeting.write"));
        application()
                .withUserConfiguration(Greetings.class)
                .withPropertyValues("reeve.agent.enabled=false", "reeve.missing-actions=ignore")
                .run(context -> assertThat(context.getBean(Reeve.class).health().agents())
                        .isEmpty());
    }

    @Test
    @DisplayName("Spring Boot finds the auto-configuration and the failure analyzer by their files")
    void isFoundBySpringBoot() throws IOException {
        assertThat(resource("META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports")
                        .lines())
                .contains(ReeveAutoConfiguration.class.getName())
                .allSatisfy(name -> assertThat(Class.forName(name)).isNotNull());
        assertThat(resource("META-INF/spring.factories")).contains(StartupFailureAnalyzer.class.getName());
    }

    @Test
    @DisplayName("Editors get a description, and a default where there is one, for each property")
    void metadata() throws IOException {
        JsonNode metadata = JsonMapper.shared().readTree(resource("META-INF/spring-configuration-metadata.json"));
        List<String> names = new ArrayList<>();
        for (JsonNode property : metadata.path("properties")) {
            String name = property.path("name").asString("");
            names.add(name);
            assertThat(property.path("description").asString(""))
                    .as(name)
                    .endsWith(".")
                    .doesNotContain("{@");
        }
        assertThat(names)
                .contains(
                        "reeve.enabled",
                        "reeve.namespace",
                        "reeve.workflows",
                        "reeve.missing-actions",
                        "reeve.sqlite.file",
                        "reeve.postgresql.schema",
                        "reeve.node.ttl",
                        "reeve.agent.slots",
                        "reeve.agents",
                        "reeve.transactions.other");
    }

    private static String resource(String name) throws IOException {
        // the one of this module, since Spring Boot has files of the same names
        for (var url : java.util.Collections.list(
                ReeveAutoConfiguration.class.getClassLoader().getResources(name))) {
            if (url.getPath().contains("spring-boot-starter")) {
                try (InputStream in = url.openStream()) {
                    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
                }
            }
        }
        throw new IOException("no " + name);
    }

    private static FailureAnalysis analysis(AssertableApplicationContext context) {
        assertThat(context).hasFailed();
        @Nullable Throwable failure = context.getStartupFailure();
        assertThat(failure).hasStackTraceContaining(StartupException.class.getName());
        return Objects.requireNonNull(
                new StartupFailureAnalyzer().analyze(Objects.requireNonNull(failure)), "no analysis");
    }
}

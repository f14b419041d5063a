package dev.reeve.spring;

import static dev.reeve.spring.WebTest.get;
import static dev.reeve.spring.WebTest.json;
import static dev.reeve.spring.WebTest.post;
import static dev.reeve.spring.WebTest.withLogin;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Reeve;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.spring.observation.EndpointAutoConfiguration;
import dev.reeve.internal.spring.observation.ReeveEndpoint;
import dev.reeve.internal.spring.observation.ReeveEndpoint.Overview;
import dev.reeve.workflow.Workflow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;

@DisplayName("The endpoint of Actuator")
final class EndpointTest {

    private static final String EXPOSED = "management.endpoints.web.exposure.include=health,reeve";

    private static final String FAILS = """
            workflow: send
            version: 1
            steps:
              fax: { action: fax.send, input: "${ input }", onExhausted: escalate }
            """;

    @TempDir
    private Path directory;

    @Configuration(proxyBeanMethods = false)
    static class Faxes {

        static class Machine {
            @Action("fax.send")
            void send(Map<String, Object> fax) {
                throw StepFailure.businessError("NO_PAPER", "the number " + fax.get("number") + " was not called");
            }
        }

        @Bean
        Machine machine() {
            return new Machine();
        }
    }

    private ApplicationContextRunner application() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ReeveAutoConfiguration.class, EndpointAutoConfiguration.class))
                .withUserConfiguration(ReeveAutoConfigurationTest.Greetings.class, Faxes.class);
    }

    private ApplicationContextRunner onFile() {
        return application().withPropertyValues("reeve.sqlite.file=" + directory.resolve("app.db"));
    }

    @Test
    @DisplayName("It shows the nodes, the services, and how many executions need a person, without their data")
    void overview() {
        onFile().withPropertyValues(EXPOSED).run(context -> {
            Reeve reeve = context.getBean(Reeve.class);
            reeve.deploy(Workflow.parse(FAILS));
            reeve.start("send", Map.of("number", "4711"));
            ReeveEndpoint endpoint = context.getBean(ReeveEndpoint.class);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(endpoint.overview().inbox())
                            .isEqualTo(new ReeveEndpoint.InboxSize(1, false, 1, List.of(), 0)));

            Overview found = endpoint.overview();
            assertThat(found.error()).isNull();
            assertThat(found.namespace()).isEqualTo("default");
            assertThat(found.nodes())
                    .singleElement()
                    .satisfies(node -> assertThat(node.owns()).isTrue());
            assertThat(found.services())
                    .anySatisfy(service -> assertThat(service)
                            .returns("fax.send", ReeveEndpoint.Service::action)
                            .returns(1, ReeveEndpoint.Service::agents));
            assertThat(found.engine())
                    .satisfies(engine -> assertThat(engine.agents()).isEqualTo(1));
            assertThat(found.toString()).doesNotContain("4711", "NO_PAPER");
        });
    }

    @Test
    @DisplayName("Without its store it has the code, and what it still knows")
    void storeAway() {
        String url = TestDatabases.url();
        application()
                .withPropertyValues(EXPOSED)
                .withBean(ObservationTest.Away.class, () -> new ObservationTest.Away(TestDatabases.pool(url)))
                .run(context -> {
                    ReeveEndpoint endpoint = context.getBean(ReeveEndpoint.class);
                    assertThat(endpoint.overview().error()).isNull();

                    context.getBean(ObservationTest.Away.class).away.set(true);
                    assertThat(endpoint.overview()).satisfies(found -> {
                        assertThat(String.valueOf(found.error())).isEqualTo("STORE_UNAVAILABLE");
                        assertThat(found.nodes()).isNull();
                        assertThat(found.engine()).isNotNull();
                    });
                });
    }

    @Test
    @DisplayName("It is at /actuator/reeve if the application exposes it, and only then, and nothing can be sent to it")
    void exposed() throws Exception {
        try (var application = withLogin(EXPOSED)) {
            var found = get(application, "/actuator/reeve", "");
            assertThat(found.statusCode()).as(found.body()).isEqualTo(200);
            JsonNode overview = json(found);
            assertThat(overview.path("nodes").path(0).path("since").asString(""))
                    .startsWith("20");
            assertThat(overview.path("inbox").path("executions").asInt(-1)).isZero();
            assertThat(overview.path("error").isNull()).isTrue();
            assertThat(post(application, "/actuator/reeve", "max", "{}").statusCode())
                    .isIn(403, 405);
        }
        try (var application = withLogin()) {
            assertThat(get(application, "/actuator/reeve", "").statusCode()).isEqualTo(404);
        }
    }

    @Test
    @DisplayName("It is not there by default, without Actuator, or if its access is off")
    void absent() {
        onFile().run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ReeveEndpoint.class));
        onFile().withPropertyValues(EXPOSED, "management.endpoint.reeve.access=NONE")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ReeveEndpoint.class));
        onFile().withPropertyValues(EXPOSED)
                .withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(Reeve.class)
                        .doesNotHaveBean("reeveEndpoint"));
    }
}

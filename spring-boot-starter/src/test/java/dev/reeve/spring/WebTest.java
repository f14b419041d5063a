package dev.reeve.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionQuery;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.internal.http.HttpHandler;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Each test starts an application on a port of the loopback interface, as Spring Boot puts it together. */
@DisplayName("Problem details, and the HTTP API inside an application")
@ExtendWith(OutputCaptureExtension.class)
final class WebTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String WITHOUT_SECURITY = String.join(
            ",",
            "org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration");

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({ReeveAutoConfigurationTest.Greetings.class, Failures.class})
    static class Application {}

    /** A login with a name and a password, and users with roles of Reeve. */
    @Configuration(proxyBeanMethods = false)
    @Import(Users.class)
    static class Login {

        @Bean
        SecurityFilterChain login(HttpSecurity http) {
            return http.authorizeHttpRequests(requests -> requests.requestMatchers("/actuator/**")
                            .permitAll()
                            .anyRequest()
                            .permitAll())
                    .httpBasic(Customizer.withDefaults())
                    .csrf(csrf -> csrf.ignoringRequestMatchers("/reeve/**"))
                    .build();
        }
    }

    /** As the guide of the console says: with tokens against requests of other sites. */
    @Configuration(proxyBeanMethods = false)
    @Import(Users.class)
    static class LoginWithTokens {

        @Bean
        SecurityFilterChain login(HttpSecurity http) {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .httpBasic(Customizer.withDefaults())
                    .csrf(csrf -> csrf.spa())
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Users {

        @Bean
        InMemoryUserDetailsManager users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("ann")
                            .password("{noop}a")
                            .roles("REEVE_OPERATOR")
                            .build(),
                    User.withUsername("max")
                            .password("{noop}m")
                            .roles("REEVE_ADMIN")
                            .build(),
                    User.withUsername("vic")
                            .password("{noop}v")
                            .roles("REEVE_VIEWER")
                            .build(),
                    User.withUsername("worker")
                            .password("{noop}w")
                            .roles("REEVE_AGENT")
                            .build(),
                    User.withUsername("joe")
                            .password("{noop}j")
                            .roles("CUSTOMER")
                            .build());
        }
    }

    @RestController
    static class Failures {

        private final Reeve reeve;

        Failures(Reeve reeve) {
            this.reeve = reeve;
        }

        @GetMapping("/fail/{code}")
        String fail(@PathVariable("code") ErrorCode code) {
            throw ReeveException.of(code, "the message of " + code);
        }

        @GetMapping("/start")
        String start() {
            return reeve.start("unknown", Map.of()).id().toString();
        }
    }

    static ConfigurableApplicationContext start(Class<?>[] sources, String... properties) {
        return new SpringApplicationBuilder(sources)
                .properties(
                        "server.port=0",
                        "server.address=127.0.0.1",
                        "server.shutdown=graceful",
                        "spring.main.banner-mode=off",
                        "logging.level.root=warn",
                        "logging.level.dev.reeve.access=info",
                        "spring.flyway.enabled=false",
                        "spring.datasource.url=" + TestDatabases.url(),
                        "spring.datasource.username=postgres",
                        "spring.application.name=shop")
                .properties(properties)
                .run();
    }

    static ConfigurableApplicationContext withLogin(String... properties) {
        return start(new Class<?>[] {Application.class, Login.class}, properties);
    }

    static ConfigurableApplicationContext withoutLogin(String... properties) {
        String[] all = Stream.concat(
                        Arrays.stream(properties), Stream.of("spring.autoconfigure.exclude=" + WITHOUT_SECURITY))
                .toArray(String[]::new);
        return start(new Class<?>[] {Application.class}, all);
    }

    static URI address(ConfigurableApplicationContext application, String path) {
        return URI.create("http://127.0.0.1:%s%s"
                .formatted(application.getEnvironment().getRequiredProperty("local.server.port"), path));
    }

    static HttpRequest.Builder request(ConfigurableApplicationContext application, String path, String user) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address(application, path)).timeout(PATIENCE);
        return user.isEmpty()
                ? request
                : request.header(
                        "Authorization",
                        "Basic "
                                + Base64.getEncoder()
                                        .encodeToString(
                                                (user + ":" + user.charAt(0)).getBytes(StandardCharsets.UTF_8)));
    }

    static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), BodyHandlers.ofString());
        }
    }

    static HttpResponse<String> get(ConfigurableApplicationContext application, String path, String user)
            throws IOException, InterruptedException {
        return send(request(application, path, user));
    }

    static HttpResponse<String> post(ConfigurableApplicationContext application, String path, String user, String body)
            throws IOException, InterruptedException {
        return send(request(application, path, user)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    @Test
    @DisplayName("Exceptions in controllers become problem details, and messages about the database stay in the log")
    void problemDetails(CapturedOutput output) throws Exception {
        try (var application = withoutLogin()) {
            HttpResponse<String> unknown = get(application, "/start", "");
            assertThat(unknown.statusCode()).isEqualTo(404);
            assertThat(unknown.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(json(unknown).path("code").asString("")).isEqualTo("WORKFLOW_UNKNOWN");
            assertThat(json(unknown).path("detail").asString("")).contains("unknown");
            assertThat(json(unknown).path("retryable").asBoolean(true)).isFalse();

            HttpResponse<String> overloaded = get(application, "/fail/OVERLOADED", "");
            assertThat(overloaded.statusCode()).isEqualTo(429);
            assertThat(overloaded.headers().firstValue("Retry-After")).hasValue("1");

            HttpResponse<String> away = get(application, "/fail/STORE_UNAVAILABLE", "");
            assertThat(away.statusCode()).isEqualTo(503);
            assertThat(away.body()).doesNotContain("the message of");
            String instance = json(away).path("instance").asString("");
            assertThat(instance).matches("urn:uuid:[0-9a-f-]{36}");
            assertThat(output.getOut().lines().filter(line -> line.contains(instance.substring(9))))
                    .as("the whole message is logged once, with the reference")
                    .singleElement()
                    .asString()
                    .contains("the message of STORE_UNAVAILABLE", "/fail/STORE_UNAVAILABLE");

            assertThat(get(application, "/fail/INTERNAL", "").statusCode()).isEqualTo(500);
            assertThat(get(application, "/fail/CONFLICT", "").statusCode()).isEqualTo(409);
            assertThat(get(application, "/reeve/v1/executions", "").statusCode())
                    .as("the API, which is off")
                    .isEqualTo(404);
        }
    }

    @Test
    @DisplayName("The console is beside the API, with a policy of its own")
    void console() throws Exception {
        try (var application = withLogin("reeve.http.path=/reeve")) {
            assertThat(get(application, "/reeve/v1/self", "").statusCode())
                    .as("what the page shows needs the login")
                    .isEqualTo(401);
            HttpResponse<String> page = get(application, "/reeve/console", "ann");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
            assertThat(page.headers().allValues("Content-Security-Policy"))
                    .singleElement()
                    .asString()
                    .contains("script-src 'self'");
            Matcher script = Pattern.compile("src=\"(console/main-[^\"]+)\"").matcher(page.body());
            assertThat(script.find()).isTrue();
            HttpResponse<String> main = get(application, "/reeve/" + script.group(1), "ann");
            assertThat(main.statusCode()).isEqualTo(200);
            assertThat(main.headers().firstValue("Content-Type").orElse("")).startsWith("text/javascript");
            assertThat(main.headers().firstValue("Cache-Control").orElse("")).contains("immutable");
        }
    }

    @Test
    @DisplayName("The console's requests carry the token of Spring Security, and those of other sites are refused")
    void tokensAgainstOtherSites() throws Exception {
        try (var application =
                start(new Class<?>[] {Application.class, LoginWithTokens.class}, "reeve.http.path=/reeve")) {
            HttpResponse<String> self = get(application, "/reeve/v1/self", "ann");
            assertThat(self.statusCode()).isEqualTo(200);
            String cookie = self.headers().allValues("Set-Cookie").stream()
                    .filter(each -> each.startsWith("XSRF-TOKEN="))
                    .findFirst()
                    .orElseThrow();
            assertThat(cookie).doesNotContainIgnoringCase("HttpOnly");
            String token = cookie.substring(cookie.indexOf('=') + 1, cookie.indexOf(';'));
            String start = "{\"workflow\":\"greet\",\"input\":{\"name\":\"Ada\"}}";
            HttpRequest.Builder request = request(application, "/reeve/v1/executions", "ann")
                    .header("Content-Type", "application/json")
                    .header("Cookie", "XSRF-TOKEN=" + token)
                    .POST(HttpRequest.BodyPublishers.ofString(start));
            assertThat(send(request.copy()).statusCode())
                    .as("the cookie alone, as a page of another site would send it: 403, whose page needs a login here")
                    .isIn(401, 403);
            // as api.ts sends it
            HttpResponse<String> started =
                    send(request.header("X-XSRF-TOKEN", URLDecoder.decode(token, StandardCharsets.UTF_8)));
            assertThat(started.statusCode()).as(started.body()).isEqualTo(201);
        }
    }

    @Test
    @DisplayName("The problem details can be switched off")
    void withoutProblemDetails() throws Exception {
        try (var application = withoutLogin("reeve.problem-details.enabled=false")) {
            assertThat(get(application, "/fail/CONFLICT", "").statusCode()).isEqualTo(500);
        }
    }

    @Test
    @DisplayName(
            "The API knows the callers of the application's login, and gives them the roles with the prefix REEVE_")
    void apiBehindTheLogin(CapturedOutput output) throws Exception {
        try (var application = withLogin("reeve.http.path=/reeve")) {
            HttpResponse<String> started = post(
                    application,
                    "/reeve/v1/executions",
                    "ann",
                    "{\"workflow\":\"greet\",\"input\":{\"name\":\"Ada\"}}");
            assertThat(started.statusCode()).as(started.body()).isBetween(200, 201);
            String id = json(started).path("id").asString("");
            Execution execution = application.getBean(Reeve.class).list(ExecutionQuery.all()).stream()
                    .map(found ->
                            application.getBean(Reeve.class).find(found.id()).orElseThrow())
                    .findFirst()
                    .orElseThrow();
            assertThat(execution.id()).hasToString(id);
            assertThat(execution.await(String.class, PATIENCE)).isEqualTo("Hello, Ada");

            assertThat(get(application, "/reeve/v1/executions/" + id, "vic").statusCode())
                    .isEqualTo(200);
            assertThat(post(application, "/reeve/v1/executions", "vic", "{\"workflow\":\"greet\"}")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(get(application, "/reeve/v1/executions", "joe").statusCode())
                    .isEqualTo(403);
            assertThat(get(application, "/reeve/v1/executions", "").statusCode())
                    .isEqualTo(401);
            assertThat(get(application, "/reeve/v1/nothing", "ann").statusCode())
                    .isEqualTo(404);
            assertThat(get(application, "/reeve", "ann").statusCode()).isBetween(400, 404);
            assertThat(get(application, "/reeve/health/ready", "").statusCode()).isEqualTo(200);
            assertThat(json(get(application, "/reeve/v1/self", "ann"))
                            .path("name")
                            .asString(""))
                    .isEqualTo("ann");
            assertThat(send(request(application, "/reeve/v1/executions", "ann")
                                    .header("Origin", "https://evil.example"))
                            .statusCode())
                    .as("a page of another site")
                    .isEqualTo(403);
            assertThat(output.getOut())
                    .contains("who='ann'", "operation=START_EXECUTION")
                    .contains("who='joe'", "error=DENIED");
        }
    }

    @Test
    @DisplayName("A long poll ends with the execution, and a stream of events tells of it")
    void waits() throws Exception {
        try (var application = withLogin("reeve.http.path=/reeve");
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<InputStream> events =
                    client.send(request(application, "/reeve/v1/changes", "ann").build(), BodyHandlers.ofInputStream());
            assertThat(events.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8))) {
                assertThat(lines.readLine()).isEqualTo(":");
                Reeve reeve = application.getBean(Reeve.class);
                Execution execution = reeve.start("greet", Map.of("name", "Ada"), Start.key("k"));

                HttpResponse<String> result = client.send(
                        request(application, "/reeve/v1/executions/" + execution.id() + "/result?wait=20s", "ann")
                                .build(),
                        BodyHandlers.ofString());
                assertThat(result.statusCode()).as(result.body()).isEqualTo(200);
                assertThat(result.body()).contains("Hello, Ada");
                assertThat(firstData(lines, execution.id().toString())).contains("\"workflow\":\"greet\"");
            }
        }
    }

    private static String firstData(BufferedReader lines, String wanted) {
        return lines.lines()
                .filter(line -> line.startsWith("data:") && line.contains(wanted))
                .findFirst()
                .orElseThrow(() -> new UncheckedIOException(new IOException("the stream ended")));
    }

    @Test
    @DisplayName("An application that stops answers its long polls, and does not wait for them")
    @SuppressWarnings("try") // closing is the test
    void stopsWithoutItsLongPolls() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient();
                var application = withLogin(
                        "reeve.http.path=/reeve", "reeve.missing-actions=warn", "reeve.agent.enabled=false")) {
            Execution execution = application.getBean(Reeve.class).start("greet", Map.of("name", "Ada"));
            Object api = application.getBean("reeveApi");
            CompletableFuture<HttpResponse<String>> waiting = client.sendAsync(
                    request(application, "/reeve/v1/executions/" + execution.id() + "/result?wait=45s", "ann")
                            .build(),
                    BodyHandlers.ofString());
            Awaitility.await().until(() -> waitingIn(api) == 1);

            long begun = System.nanoTime();
            application.close();

            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(25));
            assertThat(waiting.get(1, TimeUnit.SECONDS).statusCode()).isBetween(200, 299);
        }
    }

    private static int waitingIn(Object api) throws Exception {
        var handler = api.getClass().getDeclaredMethod("handler");
        handler.setAccessible(true);
        return ((HttpHandler) handler.invoke(api)).waiting();
    }

    @Test
    @DisplayName(
            "Without a login all requests are refused with a warning at the start, unless the property gives a role")
    void withoutAnyLogin(CapturedOutput output) throws Exception {
        try (var application = withoutLogin("reeve.http.path=/reeve")) {
            assertThat(get(application, "/reeve/v1/executions", "").statusCode())
                    .isEqualTo(401);
        }
        try (var application = withoutLogin("reeve.http.path=/reeve", "reeve.http.anonymous-role=viewer")) {
            assertThat(get(application, "/reeve/v1/executions", "").statusCode())
                    .isEqualTo(200);
            assertThat(post(application, "/reeve/v1/executions", "", "{\"workflow\":\"greet\"}")
                            .statusCode())
                    .isEqualTo(403);
        }
        assertThat(output.getOut()).doesNotContain("'anonymous' origin=''");
        // the start ends before the server listens
        assertThatThrownBy(() -> withoutLogin(
                                "reeve.http.path=/reeve",
                                "reeve.http.anonymous-role=operator",
                                "server.address=192.0.2.7")
                        .close())
                .hasStackTraceContaining("reeve.http.anonymous-from-anywhere");
    }

    @Test
    @DisplayName("Callers without a role of Reeve get the one of the property, and a wrong name stops the start")
    void userRole() throws Exception {
        try (var application = withLogin("reeve.http.path=/reeve", "reeve.http.user-role=viewer")) {
            assertThat(get(application, "/reeve/v1/executions", "joe").statusCode())
                    .isEqualTo(200);
            assertThat(get(application, "/reeve/v1/executions", "").statusCode())
                    .isEqualTo(401);
        }
        assertThatThrownBy(() -> withLogin("reeve.http.path=/reeve", "reeve.http.user-role=viewr")
                        .close())
                .hasStackTraceContaining("did you mean 'viewer'?");
        assertThatThrownBy(() -> withLogin("reeve.http.path=reeve/*").close())
                .hasStackTraceContaining("such as /reeve");
    }

    @Test
    @DisplayName(
            "An agent in another process does the work behind the login, and links are taken, if the secret is set")
    void agentsByHttp() throws Exception {
        try (var application = withLogin(
                "reeve.http.path=/reeve",
                "reeve.http.agent-secret=0123456789abcdef0123456789abcdef",
                "reeve.agent.enabled=false",
                "reeve.missing-actions=ignore")) {
            assertThat(post(application, "/reeve/v1/agents", "joe", "{}").statusCode())
                    .isEqualTo(403);
            assertThat(post(application, "/reeve/v1/agents", "worker", "{}").statusCode())
                    .as("reached the endpoint of agents")
                    .isEqualTo(400);
            HttpResponse<String> link = post(application, "/reeve/v1/links/open", "joe", "{\"token\": \"link1.AAAA\"}");
            assertThat(link.statusCode()).as(link.body()).isEqualTo(404);
        }
        try (var application = withLogin("reeve.http.path=/reeve")) {
            assertThat(post(application, "/reeve/v1/agents", "worker", "{}").statusCode())
                    .isEqualTo(404);
            HttpResponse<String> link = post(application, "/reeve/v1/links/open", "joe", "{\"token\": \"link1.AAAA\"}");
            assertThat(link.statusCode()).as(link.body()).isEqualTo(409);
            assertThat(link.body()).contains("reeve.http.agent-secret");
        }
    }

    @Test
    @DisplayName("The readiness endpoint of Actuator contains the engine")
    void readinessEndpoint() throws Exception {
        try (var application = withLogin(
                "management.endpoint.health.probes.enabled=true",
                "management.endpoint.health.group.readiness.include=readinessState",
                "management.endpoint.health.group.readiness.show-components=always",
                "management.endpoint.health.group.liveness.include=livenessState",
                "management.endpoint.health.group.liveness.show-components=always")) {
            HttpResponse<String> ready = get(application, "/actuator/health/readiness", "");
            assertThat(ready.statusCode()).as(ready.body()).isEqualTo(200);
            assertThat(json(ready)
                            .path("components")
                            .path("reeve")
                            .path("status")
                            .asString(""))
                    .isEqualTo("UP");
            assertThat(json(get(application, "/actuator/health/liveness", ""))
                            .path("components")
                            .has("reeve"))
                    .isFalse();
        }
    }
}

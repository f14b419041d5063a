package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ErrorCode;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.http.Admission;
import dev.reeve.internal.http.Answer;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.HttpHandler;
import dev.reeve.internal.http.HttpRequest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("D6: messages of the database stay in the log of the server")
final class HiddenFailuresTest {

    private static final String ID = "0197f3a2-6d1e-7c3b-9a53-0d6d1b7a2f11";

    /** As a driver or a pool may write it. */
    private static final String HOSTILE = "FATAL: password authentication failed for user \"reeve_owner\" at"
            + " jdbc:postgresql://db7.corp.internal:5432/orders?password=hunter2\n  Detail: INSERT INTO reeve.execution";

    private static final List<String> SECRETS =
            List.of("reeve_owner", "db7.corp.internal", "hunter2", "INSERT INTO", "jdbc:");

    private static final Pattern REFERENCE = Pattern.compile("under the id ([0-9a-f-]{36})");

    private static Reeve failing(RuntimeException failure) {
        return (Reeve) Proxy.newProxyInstance(
                Reeve.class.getClassLoader(), new Class<?>[] {Reeve.class}, new InvocationHandler() {
                    @Override
                    public Object invoke(Object proxy, Method method, Object[] arguments) {
                        if (method.getReturnType() == Reeve.class) {
                            return proxy;
                        }
                        if (method.getReturnType() == CompletionStage.class) {
                            return CompletableFuture.failedFuture(failure);
                        }
                        throw failure;
                    }
                });
    }

    private static HttpHandler handler(RuntimeException failure) {
        return HttpApi.withoutChanges(
                failing(failure), Admission.of(request -> Principal.everywhere("root", Role.ADMIN), Access.byRoles()));
    }

    private static Answer.Value call(HttpHandler handler, String method, String path, String body) {
        Map<String, List<String>> headers =
                Map.of("host", List.of("127.0.0.1"), "content-type", List.of("application/json"));
        return (Answer.Value) handler.answer(new HttpRequest(
                        method,
                        path,
                        "",
                        headers,
                        "127.0.0.9",
                        () -> new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))))
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }

    /** Does the work, which can look at the log of it. */
    private static <T> T logged(Function<ByteArrayOutputStream, T> work) {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            return work.apply(log);
        } finally {
            System.setErr(before);
        }
    }

    private static void assertHidden(String body) {
        assertThat(body).doesNotContain(SECRETS);
        assertThat(body).containsPattern(REFERENCE);
    }

    /** The whole message is in the log once, on the line of the reference. */
    private static void assertLogged(String body, String log) {
        Matcher reference = REFERENCE.matcher(body);
        assertThat(reference.find()).isTrue();
        assertThat(log.lines().filter(line -> line.contains(reference.group(1))))
                .singleElement()
                .asString()
                .contains(" /v1/");
        assertThat(log.split("db7.corp.internal", -1)).hasSize(2);
        assertThat(log).contains("hunter2", "INSERT INTO");
    }

    static Stream<Endpoint> reads() {
        return handler(new IllegalStateException("unused")).router().endpoints().stream()
                .filter(endpoint -> endpoint.method().equals("GET") && endpoint.operation() != null);
    }

    @ParameterizedTest
    @MethodSource("reads")
    @DisplayName("No read shows the message of a store that fails")
    void reads(Endpoint endpoint) {
        String path = endpoint.path().replace("{id}", ID).replaceAll("\\{[^}]*}", "1");
        for (ErrorCode code : List.of(ErrorCode.STORE_UNAVAILABLE, ErrorCode.STORE_UNUSABLE)) {
            Answer.Value answer = call(handler(ReeveException.of(code, HOSTILE)), "GET", path, "");

            assertThat(answer.body()).as(path).doesNotContain(SECRETS);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"STORE_UNAVAILABLE", "STORE_UNUSABLE", "FENCED", "CLOSED", "INTERNAL"})
    @DisplayName("The caller gets the code, a sentence and a reference, and the log the whole message with it")
    void codes(ErrorCode code) {
        HttpHandler handler = handler(ReeveException.of(code, HOSTILE));

        String body = logged(log -> {
            Answer.Value answer = call(handler, "GET", "/v1/executions", "");
            assertThat(answer.status()).isIn(500, 503);
            assertLogged(answer.body(), log.toString(StandardCharsets.UTF_8));
            return answer.body();
        });

        assertHidden(body);
        assertThat(body)
                .contains("\"code\":\"" + code + "\"")
                .containsPattern("\"instance\":\"urn:uuid:[0-9a-f-]{36}\"")
                .contains("\"retryable\":" + code.isTransient());
    }

    @Test
    @DisplayName("Values that the database refuses are the caller's mistake, and its message is not shown either")
    void refusedValues() {
        HttpHandler handler = handler(ReeveException.of(
                ErrorCode.INVALID_INPUT,
                HOSTILE,
                new IllegalStateException("the store", new SQLException("ERROR: invalid byte sequence", "22021"))));

        String body = logged(log -> {
            Answer.Value answer = call(handler, "POST", "/v1/executions", "{\"workflow\": \"pay\"}");
            assertThat(answer.status()).isEqualTo(400);
            assertLogged(answer.body(), log.toString(StandardCharsets.UTF_8));
            return answer.body();
        });

        assertHidden(body);
        assertThat(body).contains("\"code\":\"INVALID_INPUT\"", "\"retryable\":false");
    }

    @Test
    @DisplayName("Each of several starts hides it, too")
    void batches() {
        List<RuntimeException> failures = new ArrayList<>();
        failures.add(ReeveException.of(ErrorCode.STORE_UNAVAILABLE, HOSTILE));
        failures.add(ReeveException.of(ErrorCode.INTERNAL, HOSTILE));
        failures.add(new IllegalStateException(HOSTILE));
        for (RuntimeException failure : failures) {
            Answer.Value answer =
                    call(handler(failure), "POST", "/v1/executions/batch", "{\"starts\": [{\"workflow\": \"pay\"}]}");

            assertThat(answer.status()).isEqualTo(200);
            assertHidden(answer.body());
        }
    }

    @Test
    @DisplayName("A message of a database cannot forge lines of the log")
    void forgedLines() {
        HttpHandler handler = handler(ReeveException.of(
                ErrorCode.STORE_UNAVAILABLE, "ERROR: 'x'\n[main] INFO admin has logged in\u0007\u001b[2J"));

        String text = logged(log -> {
            Answer.Value unused = call(handler, "GET", "/v1/executions", "");
            return log.toString(StandardCharsets.UTF_8);
        });

        assertThat(text.lines()).noneMatch(line -> line.startsWith("[main] INFO admin"));
        assertThat(text).contains("admin has logged in").doesNotContain("\u0007", "\u001b");
    }
}

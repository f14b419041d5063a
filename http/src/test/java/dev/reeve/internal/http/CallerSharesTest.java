package dev.reeve.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.internal.access.Access;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** D13: what lasts has a limit for each caller, too. */
@Timeout(60)
@DisplayName("One caller cannot take the server from the others:")
final class CallerSharesTest {

    private static final int SHARE = 3;

    private final CompletableFuture<Void> reading = new CompletableFuture<>();
    private final List<CompletableFuture<Answer.Ready>> sources = new ArrayList<>();
    private HttpHandler handler = handler(RequestLimits.none().withShares(new CallerShares(SHARE, SHARE, SHARE)));

    private HttpHandler handler(RequestLimits limits) {
        return new HttpHandler(
                new Router(List.of(
                        Endpoint.get("/v1/events", Operation.WATCH, call -> new Answer.Events(new Silence())),
                        Endpoint.get("/v1/wait", Operation.AWAIT, call -> {
                                    CompletableFuture<Answer.Ready> source = new CompletableFuture<>();
                                    sources.add(source);
                                    return new Answer.Later(source, Duration.ofDays(1), Answer::nothing);
                                })
                                .waiting(),
                        Endpoint.get("/v1/much", Operation.LIST, call -> {
                                    reading.join();
                                    return Answer.nothing();
                                })
                                .large(),
                        Endpoint.get("/v1/little", Operation.LIST, call -> Answer.nothing()))),
                Admission.of(
                                request -> Principal.everywhere(
                                        request.header("authorization").orElseThrow(), Role.ADMIN),
                                Access.byRoles())
                        .limitedTo(limits));
    }

    private CompletableFuture<Answer.Ready> get(String path, String caller) {
        return handler.answer(new HttpRequest(
                "GET",
                path,
                "",
                Map.of("host", List.of("127.0.0.1"), "authorization", List.of(caller)),
                "127.0.0.1",
                RequestBody.NONE));
    }

    private static EventStream stream(CompletableFuture<Answer.Ready> answer) {
        assertThat(answer).isCompletedWithValueMatching(it -> it instanceof Answer.Events);
        return ((Answer.Events) answer.join()).events();
    }

    private static void assertRefused(CompletableFuture<Answer.Ready> answer, String requests) {
        assertThat(answer).isDone();
        assertThat(answer.join()).isInstanceOfSatisfying(Answer.Value.class, it -> {
            assertThat(it.status()).isEqualTo(429);
            assertThat(it.headers()).containsEntry("Retry-After", "5");
            assertThat(it.body())
                    .contains("\"code\":\"OVERLOADED\"")
                    .contains("this caller has too many %s open".formatted(requests));
        });
    }

    @AfterEach
    void close() {
        reading.complete(null);
        handler.close();
    }

    @Test
    @DisplayName("streams of events, each until it is closed")
    void streams() {
        List<EventStream> open = new ArrayList<>();
        for (int i = 0; i < SHARE; i++) {
            open.add(stream(get("/v1/events", "greedy")));
        }
        assertRefused(get("/v1/events", "greedy"), "streams");
        stream(get("/v1/events", "modest"));

        open.getFirst().close();
        open.getFirst().close();

        stream(get("/v1/events", "greedy"));
        assertRefused(get("/v1/events", "greedy"), "streams");
    }

    @Test
    @DisplayName("half of all streams without a setting")
    void halfOfTheStreams() {
        handler = handler(RequestLimits.none());
        for (int i = 0; i < 5_000; i++) {
            stream(get("/v1/events", "greedy"));
        }
        assertRefused(get("/v1/events", "greedy"), "streams");
        stream(get("/v1/events", "modest"));
    }

    @Test
    @DisplayName("long polls, each until its answer or until the client leaves; a refused one has no effect")
    void polls() {
        List<CompletableFuture<Answer.Ready>> waiting = new ArrayList<>();
        for (int i = 0; i < SHARE; i++) {
            waiting.add(get("/v1/wait", "greedy"));
        }
        assertRefused(get("/v1/wait", "greedy"), "long polls");
        assertThat(sources).hasSize(SHARE);
        assertThat(get("/v1/wait", "modest")).isNotDone();

        waiting.get(0).cancel(false);
        sources.get(1).complete(Answer.nothing());

        await().until(() -> handler.waiting() == SHARE - 1);
        assertThat(get("/v1/wait", "greedy")).isNotDone();
        assertThat(get("/v1/wait", "greedy")).isNotDone();
        assertRefused(get("/v1/wait", "greedy"), "long polls");
    }

    @Test
    @DisplayName("requests that read much, while they read")
    void reads() {
        List<CompletableFuture<Void>> under = new ArrayList<>();
        for (int i = 0; i < SHARE; i++) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            Thread unused = Thread.ofVirtual().start(() -> {
                CompletableFuture<Answer.Ready> answer = get("/v1/much", "greedy");
                assertThat(answer).isDone();
                done.complete(null);
            });
            under.add(done);
        }
        await().until(() -> handler.reads() == SHARE);
        assertRefused(get("/v1/much", "greedy"), "large reads");
        assertThat(get("/v1/little", "greedy").join()).isEqualTo(Answer.nothing());

        reading.complete(null);

        under.forEach(CompletableFuture::join);
        assertThat(get("/v1/much", "greedy").join()).isEqualTo(Answer.nothing());
        assertThat(handler.reads()).isZero();
    }
}

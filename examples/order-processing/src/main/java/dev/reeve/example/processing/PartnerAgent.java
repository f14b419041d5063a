package dev.reeve.example.processing;

import dev.reeve.Reeve;
import dev.reeve.agent.Agent;
import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * The agent for the partner: puts a request into one queue and waits for the answer in the other one. It knows nothing
 * of workflows and stores nothing. It drops an answer that no handler waits for, because a retry asks again.
 */
final class PartnerAgent implements AutoCloseable {

    static final Queue REQUESTS = new Queue("partner-requests");
    static final Queue ANSWERS = new Queue("partner-answers");

    private static final ObjectMapper JSON = new ObjectMapper();

    private final DataSource database;
    private final Map<String, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final Listener listener;
    private final Agent agent;

    PartnerAgent(Reeve reeve, DataSource database) {
        this.database = database;
        listener = new Listener(database, ANSWERS, (answer, connection) -> answered(answer));
        agent = reeve.agent("partner")
                .action("partner.carry_out", JsonNode.class, this::carryOut)
                .start();
    }

    private Map<String, String> carryOut(JsonNode order, StepContext step) throws SQLException, InterruptedException {
        // The same for all attempts: the partner carries the order out once, for any number of requests.
        String key = step.idempotencyKey();
        CompletableFuture<JsonNode> answer = waiting.computeIfAbsent(key, asked -> new CompletableFuture<>());
        try {
            try (Connection connection = database.getConnection()) {
                REQUESTS.send(connection, new Queue.Message(key, order.toString()));
            }
            JsonNode said = answer.get(step.remaining().toNanos(), TimeUnit.NANOSECONDS);
            if (said.has("refused")) {
                throw StepFailure.businessError("REFUSED", said.get("refused").asString());
            }
            return Map.of("confirmation", said.get("confirmation").asString());
        } catch (TimeoutException e) {
            throw StepFailure.transientError("NO_ANSWER", "the partner has not answered in time")
                    .possiblyDone()
                    .causedBy(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("an answer is only ever completed with a value", e);
        } finally {
            waiting.remove(key, answer);
        }
    }

    private void answered(Queue.Message answer) {
        CompletableFuture<JsonNode> asked = waiting.get(answer.correlation());
        if (asked != null) {
            asked.complete(JSON.readTree(answer.body()));
        }
    }

    @Override
    public void close() {
        agent.close();
        listener.close();
    }
}

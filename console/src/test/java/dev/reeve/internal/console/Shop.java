package dev.reeve.internal.console;

import static org.awaitility.Awaitility.await;

import dev.reeve.AuditOptions;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.NodeOptions;
import dev.reeve.NotificationOptions;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.agent.Agent;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.access.Operation;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.access.Subject;
import dev.reeve.internal.http.Endpoint;
import dev.reeve.internal.http.endpoint.ChangeFeed;
import dev.reeve.internal.server.ApiKeys;
import dev.reeve.internal.server.ReeveServer;
import dev.reeve.internal.server.ServerSettings;
import dev.reeve.spi.MessageChannel;
import dev.reeve.spi.OutgoingMessage;
import dev.reeve.spi.Receipt;
import dev.reeve.workflow.Workflow;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A shop with a real engine on SQLite, a real server, and the console. Its bank can be down. */
final class Shop implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Markup, marks that turn the direction of text around, and much of it. */
    static final String HOSTILE = "</script><img src=x onerror=\"window.hacked=1\"> \u202Egnp.exe <b>bold</b> ";

    private static final String ORDER = """
            workflow: order
            version: 1
            description: Reserves, charges and ships.
            input:
              schema:
                type: object
                required: [amount]
                properties:
                  amount: { type: integer, minimum: 1, description: in cents }
                  country: { enum: [de, fr] }
                  express: { type: boolean }
                  note: { type: string }
            steps:
              reserve: { action: stock.reserve, input: "${ input }", compensate: stock.release }
              charge:
                after: [reserve]
                action: card.charge
                input: { amount: "${ input.amount }" }
                retry: { maxAttempts: 1 }
                onExhausted: escalate
              ship: { after: [charge], action: parcel.send }
            output: { parcel: "${ steps.ship.output }" }
            """;

    private static final String STRANGE = """
            workflow: strange
            steps:
              odd: { action: odd.work, input: "${ input }", retry: { maxAttempts: 1 }, onExhausted: escalate }
            """;

    private static final String WAITING = """
            workflow: waiting
            steps:
              ask: { await: { signal: answer } }
              then: { after: [ask], action: parcel.send }
            """;

    /** Inputs of all kinds: the execution's own, null, one that is computed, and none. */
    private static final String INPUTS = """
            workflow: inputs
            steps:
              own: { action: parcel.send }
              empty: { after: [own], action: parcel.send, input: "${ null }" }
              given: { after: [empty], action: parcel.send, input: { amount: "${ input.amount }" } }
              pause: { after: [given], wait: 10ms }
              charge: { after: [pause], action: card.charge, retry: { maxAttempts: 1 } }
            """;

    /** Its history is longer than what is read of it at once. */
    private static final String LARGE = """
            workflow: large
            steps:
              s1: { action: copy, input: "${ input }" }
              s2: { action: copy, input: "${ input }", after: [s1] }
              s3: { action: copy, input: "${ input }", after: [s2] }
              s4: { action: copy, input: "${ input }", after: [s3] }
              s5: { action: copy, input: "${ input }", after: [s4] }
              s6: { action: copy, input: "${ input }", after: [s5] }
              s7: { action: copy, input: "${ input }", after: [s6] }
              s8: { action: copy, input: "${ input }", after: [s7] }
              s9: { action: copy, input: "${ input }", after: [s8] }
            output: 1
            """;

    final Reeve reeve;
    final ReeveServer server;
    final URI address;
    final @Nullable ApiKeys keys;
    private final Agent agent;
    private final Letters letters;
    volatile boolean bankIsUp;

    private Shop(Reeve reeve, ReeveServer server, @Nullable ApiKeys keys, Letters letters) {
        this.reeve = reeve;
        this.letters = letters;
        this.server = server;
        this.address = server.address();
        this.keys = keys;
        reeve.deploy(Workflow.parse(ORDER));
        reeve.deploy(Workflow.parse(STRANGE));
        reeve.deploy(Workflow.parse(WAITING));
        reeve.deploy(Workflow.parse(LARGE));
        reeve.deploy(Workflow.parse(INPUTS));
        agent = reeve.agent("shop")
                .action("stock.reserve", Json.class, (input, step) -> Map.of("shelf", 7))
                .action("stock.release", Json.class, (input, step) -> Map.of())
                .action("parcel.send", Json.class, (input, step) -> Map.of("tracking", "T-1"))
                .action(
                        "copy",
                        Json.class,
                        (input, step) -> Map.of("length", input.text().length()))
                .action("odd.work", Json.class, (input, step) -> {
                    throw StepFailure.businessError("ODD", HOSTILE + "x".repeat(100_000), input);
                })
                .action("card.charge", Json.class, (input, step) -> {
                    if (bankIsUp) {
                        return Map.of("receipt", 12345678901234567L);
                    }
                    throw StepFailure.businessError("BANK_DOWN", "the bank does not answer");
                })
                .start();
    }

    static Shop open(Path directory, boolean withKeys) {
        return open(directory, withKeys, AuditOptions.defaults());
    }

    static Shop open(Path directory, boolean withKeys, AuditOptions audit) {
        ChangeFeed feed = new ChangeFeed("shop");
        Map<String, String> flags = new TreeMap<>(Map.of("listen.port", "0", "directory", directory.toString()));
        flags.put("authentication", withKeys ? "keys" : "none");
        ServerSettings settings = ServerSettings.of(Map.of(), Map.of(), flags);
        ApiKeys keys = withKeys ? ApiKeys.in(directory, Clock.systemUTC()) : null;
        Letters letters = new Letters();
        Reeve reeve = Reeve.open(
                directory.resolve("reeve.db"),
                NodeOptions.defaults()
                        .withAudit(audit)
                        .withObserver(feed)
                        .withNotification(NotificationOptions.defaults().withChannel(letters)));
        List<Endpoint> more = new ArrayList<>(Console.endpoints());
        more.add(Console.root());
        return new Shop(reeve, ReeveServer.start(reeve, feed, settings, more), keys, letters);
    }

    /** From now on, letters to {@code letter:} arrive. Before, they are refused. */
    void opensItsLetterBox() {
        letters.areTaken = true;
    }

    /** Refuses each message until it is said otherwise. */
    private static final class Letters implements MessageChannel {

        private volatile boolean areTaken;

        @Override
        public Set<String> schemes() {
            return Set.of("letter");
        }

        @Override
        public void check(URI replyTo) {
            // all addresses are good
        }

        @Override
        public CompletionStage<Receipt> send(OutgoingMessage message) {
            return CompletableFuture.completedFuture(
                    areTaken ? Receipt.DELIVERED : new Receipt.Refused("the box is nailed up"));
        }
    }

    String key(String name, Role role) {
        if (keys == null) {
            throw new IllegalStateException("a shop without keys");
        }
        return keys.create(name, Map.of(Principal.EVERYWHERE, Set.of(role)), null);
    }

    void removeKey(String name) {
        if (keys != null) {
            keys.remove(name);
        }
    }

    String page(String address) {
        return this.address + "/console" + address;
    }

    /** An order that waits for a person. */
    Execution order(String key) {
        Execution order = reeve.start(
                "order", Json.parse("{\"amount\": 12}"), Start.key(key).label("customer", "42"));
        return escalated(order);
    }

    Execution strange(String key) {
        String input = "{\"" + "n".repeat(500) + "\": \"<script>window.hacked=1</script>\", \"list\": ["
                + "1,".repeat(20_000) + "1]}";
        return escalated(reeve.start("strange", Json.parse(input), Start.key(key)));
    }

    /** Records a call about an execution, whether that exists or not. */
    void recorded(String who, String id, String reason, @Nullable ErrorCode error) {
        Subject subject = new Subject(id, ExecutionId.parse(id), "order", null);
        server.record()
                .add(new AccessRecord.Entry(who, "192.0.2.7", Operation.CANCEL, "default", subject, reason, error));
    }

    private static Execution escalated(Execution execution) {
        until(() -> execution.status() == ExecutionStatus.ESCALATED);
        return execution;
    }

    static void until(BooleanSupplier condition) {
        await().atMost(PATIENCE).until(condition::getAsBoolean);
    }

    @Override
    public void close() {
        server.close();
        agent.close();
        reeve.close();
    }
}

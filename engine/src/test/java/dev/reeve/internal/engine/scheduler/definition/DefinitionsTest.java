package dev.reeve.internal.engine.scheduler.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.Json;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.spi.store.Undeployment;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Definitions cost what is done with them, and not that they were deployed once. */
final class DefinitionsTest {

    private final MemoryStore store = new MemoryStore(() -> Instant.EPOCH);

    private static Definition workflow(String name, int version) {
        return DefinitionReader.parse("""
                workflow: %s
                version: %d
                retention: %dd
                steps:
                  a: { action: x.y, input: { n: "${ input.n + 1 }" } }
                """.formatted(name, version, version));
    }

    private void deploy(String name, int version) {
        store.deploy(new StoredWorkflow(
                "default", name, version, workflow(name, version).toJson()));
    }

    private static void assertCollected(WeakReference<Plan> plan) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
            System.gc();
            return plan.refersTo(null);
        });
    }

    @Test
    @DisplayName("Unused definitions beyond the limit are released, and compiled again when needed")
    void whatNobodyUses() {
        IntStream.rangeClosed(1, 3).forEach(version -> deploy("w", version));
        Definitions definitions = new Definitions(store, HeldBytes.unbounded(), 1);
        definitions.refresh("default");
        WeakReference<Plan> first =
                new WeakReference<>(definitions.find("default", "w", 1).orElseThrow());
        Plan used = definitions.find("default", "w", 2).orElseThrow();
        Plan last = definitions.findLatest("default", "w").orElseThrow();

        assertCollected(first);

        assertThat(last.workflow()).isEqualTo(workflow("w", 3));
        assertThat(definitions.find("default", "w", 1).orElseThrow().workflow()).isEqualTo(workflow("w", 1));
        // an execution that is in memory uses it: all of them have the same one
        assertThat(definitions.find("default", "w", 2)).containsSame(used);
        assertThat(definitions.versions("default", "w").apply(2)).isSameAs(used);
    }

    @Test
    @DisplayName("Texts are counted once, those from the store regardless of the room, and given back by a removal")
    void texts() {
        deploy("w", 1);
        deploy("w", 2);
        long text = workflow("w", 1).toJson().text().length();
        Definitions definitions = new Definitions(store, new HeldBytes(1));
        definitions.refresh("default");
        definitions.refresh("default");
        definitions.add("default", workflow("w", 2));

        long both = definitions.textBytes();
        assertThat(both).isBetween(2 * text, 2 * text + 2_000);
        long rest = definitions.textBytesMax() - both;
        assertThat(definitions.hasRoom(List.of(text(rest - 512)))).isTrue();
        assertThat(definitions.hasRoom(List.of(text(rest - 511)))).isFalse();
        assertThat(definitions.hasRoom(List.of(text(rest / 2), text(rest / 2)))).isFalse();

        remove(definitions, 1);
        assertThat(definitions.textBytes()).isEqualTo(both / 2);
        IntStream.rangeClosed(1, 3_000).forEach(version -> deploy("many", version));
        definitions.refresh("default");
        assertThat(definitions.textBytes()).isGreaterThan(definitions.textBytesMax());
        assertThat(definitions.find("default", "many", 3_000)).isPresent();
    }

    private static Json text(long length) {
        return new Json("\"" + "x".repeat((int) length - 2) + "\"");
    }

    @Test
    @DisplayName("Compiled forms in use are charged once beyond their share, until the last lane ceases to use them")
    void inUse() {
        IntStream.rangeClosed(1, 2).forEach(version -> deploy("w", version));
        HeldBytes held = HeldBytes.unbounded();
        long size = CompiledSize.of(workflow("w", 1).toJson().text());
        Definitions definitions = new Definitions(store, held, size + 1_000);
        Plan first = definitions.find("default", "w", 1).orElseThrow();
        Plan second = definitions.find("default", "w", 2).orElseThrow();
        PlansInUse inUse = definitions.inUse();

        inUse.begin("default", first);
        assertThat(held.held()).isZero();
        inUse.begin("default", second);
        inUse.begin("default", second);
        assertThat(held.held()).isEqualTo(size - 1_000);
        remove(definitions, 2);
        assertThat(inUse.end(second)).isZero();
        assertThat(inUse.end(second)).isEqualTo(size - 1_000);
        assertThat(inUse.end(first)).isZero();
        assertThat(held.held()).isZero();
    }

    @Test
    @DisplayName("A computed expression counts more than a path")
    void sizes() {
        long path = CompiledSize.of("\"${ input.order.lines_2 }\"");
        long computed = CompiledSize.of("\"${ input.order.lines+2 }\"");

        assertThat(computed).isEqualTo(path + 4_096);
        assertThat(CompiledSize.of("\"${ input.a }${ a + 1 }\"")).isGreaterThan(4_096);
        assertThat(CompiledSize.of("\"${")).isPositive();
    }

    @Test
    @DisplayName("A start that found a version before its removal is refused by its lane, also when the number "
            + "is used again")
    void foundBeforeItWasRemoved() {
        deploy("w", 1);
        Definitions definitions = new Definitions(store);
        Plan found = definitions.find("default", "w", 1).orElseThrow();

        remove(definitions, 1);
        assertThat(definitions.admits(found, "default")).isFalse();
        definitions.add("default", workflow("w", 1));
        assertThat(definitions.admits(found, "default")).isTrue();

        remove(definitions, 1);
        Definition other = DefinitionReader.parse("workflow: w\nversion: 1\nsteps: { other: { action: do.other } }\n");
        definitions.add("default", other);
        assertThat(definitions.admits(found, "default")).isFalse();
        assertThat(definitions.admits(Plan.of(other), "default")).isTrue();
    }

    @Test
    @DisplayName(
            "F22: a version that a failover has lost, and that was deployed again with another content, is replaced")
    void deployedAgainAfterALoss() {
        IntStream.rangeClosed(1, 3).forEach(version -> deploy("w", version));
        Definitions definitions = new Definitions(store);
        definitions.refresh();
        Plan first = definitions.find("default", "w", 1).orElseThrow();
        Plan lost = definitions.find("default", "w", 2).orElseThrow();

        Definition other = DefinitionReader.parse("workflow: w\nversion: 2\nsteps: { other: { action: do.other } }\n");
        IntStream.of(2, 3)
                .forEach(version ->
                        store.undeploy(new Undeployment("default", "w", version, "ann", "lost", Instant.EPOCH)));
        store.deploy(new StoredWorkflow("default", "w", 2, other.toJson()));
        definitions.refresh();

        assertThat(definitions.find("default", "w", 1)).containsSame(first);
        assertThat(definitions.find("default", "w", 2).orElseThrow().workflow()).isEqualTo(other);
        assertThat(definitions.admits(lost, "default")).isFalse();
        assertThat(definitions.admits(Plan.of(other), "default")).isTrue();
        assertThat(definitions.highest("default", "w"))
                .as("it is stored again when a lane is taken again")
                .hasValue(3);
    }

    private Definitions twoVersions() {
        deploy("w", 1);
        deploy("w", 2);
        return new Definitions(store);
    }

    private static void remove(Definitions definitions, int version) {
        Withdrawal withdrawal = definitions.withdraw("default", "w", version).orElseThrow();
        assertThat(withdrawal.close()).isTrue();
        definitions.remove(withdrawal);
    }

    @Test
    @DisplayName("Starts with a version come before its removal, until the removal is decided")
    void whoComesFirst() {
        Definitions definitions = twoVersions();
        Plan second = definitions.find("default", "w", 2).orElseThrow();

        Withdrawal first = definitions.withdraw("default", "w", 2).orElseThrow();
        assertThat(definitions.withdraw("default", "w", 2)).as("one at a time").isEmpty();
        assertThat(definitions.findLatest("default", "w")).containsSame(second);
        assertThat(definitions.admits(second, "default")).isTrue();
        assertThat(first.close()).isFalse();
        definitions.readmit(first);

        Withdrawal again = definitions.withdraw("default", "w", 2).orElseThrow();
        assertThat(again.close()).isTrue();
        assertThat(definitions.admits(second, "default")).isFalse();
        assertThat(definitions.find("default", "w", 2)).isEmpty();
        assertThat(definitions.admitted("default", "w", null).orElseThrow().workflow())
                .isEqualTo(workflow("w", 1));
        definitions.readmit(again);
        assertThat(definitions.admitted("default", "w", null)).containsSame(second);
    }

    @Test
    @DisplayName("During the removal of a version its executions can be read, and the next number is higher")
    void readWhileItIsRemoved() {
        Definitions definitions = twoVersions();
        Plan second = definitions.find("default", "w", 2).orElseThrow();
        Withdrawal withdrawal = definitions.withdraw("default", "w", 2).orElseThrow();
        withdrawal.close();

        assertThat(definitions.stored("default", "w", 2)).containsSame(second);
        assertThat(definitions.versions("default", "w").apply(2)).isSameAs(second);
        assertThat(definitions.highest("default", "w")).hasValue(2);
        // another one is removed permanently meanwhile
        remove(definitions, 1);
        definitions.readmit(withdrawal);
        assertThat(definitions.findLatest("default", "w")).containsSame(second);
    }

    @Test
    @DisplayName("Nothing starts with a version whose removal is unknown, until the store answers")
    void inDoubt() {
        Definitions definitions = twoVersions();
        Withdrawal first = definitions.withdraw("default", "w", 1).orElseThrow();
        Withdrawal second = definitions.withdraw("default", "w", 2).orElseThrow();
        first.close();
        second.close();
        AtomicBoolean answers = new AtomicBoolean();
        definitions.doubt(first, () -> answered(answers, true));
        definitions.doubt(second, () -> answered(answers, false));

        definitions.readmit(first);
        definitions.readmit(second);
        assertThatThrownBy(definitions::settle).isInstanceOf(StoreException.class);
        assertThat(definitions.findLatest("default", "w")).isEmpty();

        answers.set(true);
        definitions.settle();
        assertThat(definitions.find("default", "w", 1)).isPresent();
        assertThat(definitions.admitted("default", "w", null).orElseThrow().workflow())
                .isEqualTo(workflow("w", 1));
    }

    private static boolean answered(AtomicBoolean answers, boolean isThere) {
        if (!answers.get()) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "away", null);
        }
        return isThere;
    }

    @Test
    @DisplayName("A reader of the store does not bring a removed version back")
    void notBroughtBack() {
        deploy("w", 1);
        AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
        Store read = (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    Object answer = method.invoke(store, arguments);
                    meanwhile.getAndSet(() -> {}).run();
                    return answer;
                });
        Definitions definitions = new Definitions(read);
        definitions.refresh("default");
        Withdrawal withdrawal = definitions.withdraw("default", "w", 1).orElseThrow();
        withdrawal.close();
        meanwhile.set(() -> {
            store.undeploy(new Undeployment("default", "w", 1, "ann", "old", Instant.EPOCH));
            definitions.remove(withdrawal);
        });

        definitions.refresh("default");

        assertThat(definitions.contains("default", "w", 1)).isFalse();
    }

    @Test
    @DisplayName("The auditor uses the compiled definitions of the engine while the store has the same text")
    void sharedWithTheAuditor() {
        deploy("w", 1);
        Definitions definitions = new Definitions(store);
        Plan plan = definitions.find("default", "w", 1).orElseThrow();
        StoredWorkflow same = new StoredWorkflow(
                "default", "w", 1, new Json(new String(workflow("w", 1).toJson().text())));
        StoredWorkflow other =
                new StoredWorkflow("default", "w", 1, workflow("w", 2).toJson());

        assertThat(definitions.compiled(same)).containsSame(plan);
        assertThat(definitions.shared(same).content()).isNotSameAs(same.content());
        assertThat(definitions.compiled(other)).isEmpty();
        assertThat(definitions.shared(other)).isSameAs(other);
    }

    @Test
    @DisplayName("The retention of a version is known without compiling it")
    void retention() {
        deploy("w", 3);
        deploy("w", 2);
        Definitions definitions = new Definitions(store);
        definitions.refresh("default");

        assertThat(definitions.shortestRetention()).isEqualTo(Duration.ofDays(2));
        assertThat(definitions.retention("default", "w", 3)).contains(Duration.ofDays(3));
        assertThat(definitions.retention("default", "none", 3)).isEmpty();
    }
}

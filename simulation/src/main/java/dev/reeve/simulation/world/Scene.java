package dev.reeve.simulation.world;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.definition.Groups;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.internal.test.store.SimDatabase;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.simulation.check.Coverage;
import dev.reeve.simulation.check.EffectLedger;
import dev.reeve.simulation.check.Judge;
import dev.reeve.simulation.check.Milestone;
import dev.reeve.spi.store.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The common ground of all participants of a {@link World}: its time and fate, the database, the living nodes, the
 * deployed workflows, and its observers.
 */
public final class Scene {

    private static final int TOKENS_MAX = 50;

    final Profile profile;
    final Timeline timeline;
    final Fate fate;
    final WorldStory story;
    final Coverage sometimes;
    final EffectLedger ledger;
    final Judge judge;
    final SimDatabase database;
    final Network network;
    final Neighbourhood neighbourhood;

    /** Draws for what belongs to no participant. */
    final RandomGenerator random;

    /** Null if the nodes of this world share nothing. */
    final @Nullable Registrations registrations;

    /** The living nodes, in the order in which they were opened. */
    final List<SimNode> nodes = new ArrayList<>();

    final List<Definition> deployed = new ArrayList<>();
    private final List<AttemptToken> tokens = new ArrayList<>();

    public Scene(
            Profile profile,
            Timeline timeline,
            Fate fate,
            WorldStory story,
            Coverage sometimes,
            EffectLedger ledger,
            Judge judge,
            SimDatabase database) {
        this.profile = profile;
        this.timeline = timeline;
        this.fate = fate;
        this.story = story;
        this.sometimes = sometimes;
        this.ledger = ledger;
        this.judge = judge;
        this.database = database;
        this.network = new Network(timeline, fate, profile.faults());
        this.neighbourhood = new Neighbourhood(profile.neighbours());
        this.random = fate.source("world");
        this.registrations = profile.cluster() == null ? null : new Registrations();
        if (registrations != null) {
            database.witness(registrations);
        }
    }

    boolean happens(WorldFault fault) {
        return fate.happens(fault.kind(), profile.faults().getOrDefault(fault, 0.0));
    }

    boolean hasBeenHealedFor(Duration time) {
        return fate.isHealed() && timeline.nanos() - profile.trouble().toNanos() >= time.toNanos();
    }

    private boolean isCluster() {
        return registrations != null;
    }

    // Nodes

    /** The living node that was opened last; null if none lives. */
    @Nullable SimNode node() {
        return nodes.isEmpty() ? null : nodes.getLast();
    }

    /** The only living node; null if none lives, or several do. */
    @Nullable SimNode onlyNode() {
        return nodes.size() == 1 ? nodes.getLast() : null;
    }

    /** The nodes that take part in the work: those of a cluster, or the only one if no other lives. */
    List<SimNode> working() {
        return isCluster() || nodes.size() == 1 ? List.copyOf(nodes) : List.of();
    }

    /** Any living node, as chosen by a client that does not know which node owns the store. */
    @Nullable SimNode someNode(RandomGenerator chance) {
        if (nodes.isEmpty()) {
            return null;
        }
        boolean any = isCluster() || chance.nextInt(3) == 0;
        return nodes.get(any ? chance.nextInt(nodes.size()) : nodes.size() - 1);
    }

    /** A node tells the end of an execution. */
    void tellsEnd(SimNode node, ExecutionId id) {
        NodeId registration = registrations == null ? null : registrations.of(node);
        if (registration != null
                && !registration.toString().equals(judge.cluster().owner(id))) {
            sometimes.saw(Milestone.END_TOLD_ELSEWHERE);
        }
    }

    // Workflows

    @Nullable Definition someWorkflow(RandomGenerator chance) {
        return deployed.isEmpty() ? null : deployed.get(chance.nextInt(deployed.size()));
    }

    /** The deployed versions of a workflow. */
    List<Integer> versions(String workflow) {
        return deployed.stream()
                .filter(each -> each.name().equals(Groups.deployed(workflow)))
                .map(Definition::version)
                .toList();
    }

    // Attempts

    void remember(AttemptToken token) {
        if (tokens.size() < TOKENS_MAX) {
            tokens.add(token);
        } else {
            tokens.set(random.nextInt(TOKENS_MAX), token);
        }
    }

    AttemptToken someToken(RandomGenerator chance) {
        return tokens.get(chance.nextInt(tokens.size()));
    }
}

package dev.reeve.internal.engine.client.boundary;

import dev.reeve.AgentStatus;
import dev.reeve.ServiceChange;
import dev.reeve.ServiceIncident;
import dev.reeve.ServicePause;
import dev.reeve.ServiceStatus;
import dev.reeve.SuspectAttempt;
import dev.reeve.UnofferedAction;
import dev.reeve.internal.values.Namespaces;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The actions of one namespace for its callers, by the names that their definitions use. The engine and the store name
 * actions with their namespaces.
 */
public record OwnActions(String namespace) {

    /** The action as the engine names it. */
    public String qualified(String action) {
        return Namespaces.qualified(namespace, action);
    }

    /** Whether an action, as the engine names it, is of this namespace. */
    private boolean has(String qualified) {
        return Namespaces.namespaceOf(qualified).equals(namespace);
    }

    public List<String> names(Collection<String> all) {
        return all.stream().filter(this::has).map(Namespaces::nameOf).toList();
    }

    private static <T> List<T> own(List<T> all, Function<T, Optional<T>> own) {
        return all.stream().map(own).flatMap(Optional::stream).toList();
    }

    public List<ServiceStatus> statuses(List<ServiceStatus> all) {
        return own(all, this::status);
    }

    private Optional<ServiceStatus> status(ServiceStatus one) {
        return has(one.action())
                ? Optional.of(new ServiceStatus(
                        Namespaces.nameOf(one.action()),
                        one.state(),
                        one.since(),
                        one.reason(),
                        one.actor(),
                        one.next(),
                        one.failureShare(),
                        one.queued(),
                        one.retries(),
                        one.limited(),
                        one.waiting(),
                        one.underWay(),
                        one.limit(),
                        one.agents()))
                : Optional.empty();
    }

    public List<ServiceIncident> incidents(List<ServiceIncident> all) {
        return own(all, this::incident);
    }

    public Optional<ServiceIncident> incident(ServiceIncident one) {
        return has(one.action())
                ? Optional.of(new ServiceIncident(
                        Namespaces.nameOf(one.action()), one.reason(), one.openedAt(), one.closedAt()))
                : Optional.empty();
    }

    public List<SuspectAttempt> suspects(List<SuspectAttempt> all) {
        return own(
                all,
                one -> has(one.action())
                        ? Optional.of(new SuspectAttempt(
                                one.token(),
                                Namespaces.nameOf(one.action()),
                                one.agent(),
                                one.running(),
                                one.expected()))
                        : Optional.empty());
    }

    public List<UnofferedAction> unoffered(List<UnofferedAction> all) {
        return own(
                all,
                one -> has(one.action())
                        ? Optional.of(new UnofferedAction(
                                Namespaces.nameOf(one.action()), one.since(), one.waiting(), one.agent()))
                        : Optional.empty());
    }

    public List<ServicePause> pauses(List<ServicePause> all) {
        return own(all, one -> has(one.action()) ? Optional.of(pause(one)) : Optional.empty());
    }

    public ServicePause pause(ServicePause one) {
        return new ServicePause(Namespaces.nameOf(one.action()), one.actor(), one.reason(), one.since());
    }

    public List<ServiceChange> changes(List<ServiceChange> all) {
        return own(
                all,
                one -> has(one.action())
                        ? Optional.of(new ServiceChange(
                                Namespaces.nameOf(one.action()), one.kind(), one.actor(), one.reason(), one.at()))
                        : Optional.empty());
    }

    /** All actions of an agent are of one namespace. */
    public List<AgentStatus> agents(List<AgentStatus> all) {
        return own(all, one -> one.actions().stream().allMatch(this::has) ? Optional.of(agent(one)) : Optional.empty());
    }

    private static AgentStatus agent(AgentStatus one) {
        TreeSet<String> actions = new TreeSet<>();
        one.actions().forEach(action -> actions.add(Namespaces.nameOf(action)));
        return new AgentStatus(
                one.name(),
                one.reference(),
                one.health(),
                actions,
                one.slots(),
                one.busy(),
                one.registeredAt(),
                one.heardAt());
    }
}

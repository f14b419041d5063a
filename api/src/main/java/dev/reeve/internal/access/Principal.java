package dev.reeve.internal.access;

import dev.reeve.Actor;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A caller who has proven who it is.
 *
 * @param name recorded as the actor of all that the caller does
 * @param roles by namespace; those of {@link #EVERYWHERE} hold in all namespaces
 * @param expires when the key or token that proved it is not good any more; null if that is not known
 */
public record Principal(
        String name, Map<String, Set<Role>> roles, @Nullable Instant expires) {

    /** Stands for all namespaces. */
    public static final String EVERYWHERE = "*";

    public Principal {
        Map<String, Set<Role>> copies = new TreeMap<>();
        roles.forEach((namespace, each) ->
                copies.put(namespace, each.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(each))));
        roles = Collections.unmodifiableMap(copies);
    }

    /** A caller whose proof has no known end. */
    public Principal(String name, Map<String, Set<Role>> roles) {
        this(name, roles, null);
    }

    /** One role in all namespaces. */
    public static Principal everywhere(String name, Role role) {
        return new Principal(name, Map.of(EVERYWHERE, Set.of(role)));
    }

    public Actor actor() {
        return Actor.of(name);
    }

    /** The roles in this namespace. */
    public Set<Role> roles(String namespace) {
        EnumSet<Role> all = EnumSet.noneOf(Role.class);
        all.addAll(roles.getOrDefault(EVERYWHERE, Set.of()));
        all.addAll(roles.getOrDefault(namespace, Set.of()));
        return all;
    }

    public boolean may(Permission permission, String namespace) {
        return roles(namespace).stream().anyMatch(role -> role.allows(permission));
    }
}

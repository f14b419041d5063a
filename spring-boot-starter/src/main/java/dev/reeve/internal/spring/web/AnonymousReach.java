package dev.reeve.internal.spring.web;

import dev.reeve.internal.access.Role;
import dev.reeve.internal.spring.StartupException;
import java.net.InetAddress;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Checks who can reach a web server that gives a role without a login. A server of Reeve's own without keys listens on
 * the loopback address only; the server of an application listens on all addresses unless a property says otherwise.
 */
final class AnonymousReach {

    private static final Logger LOG = LoggerFactory.getLogger("dev.reeve.spring");

    /** These show no data and change nothing. */
    private static final Set<Role> HARMLESS = EnumSet.of(Role.VIEWER, Role.METRICS);

    private AnonymousReach() {}

    /**
     * Checks the role of callers who have not logged in.
     *
     * @param role null for none
     * @param fromAnywhere whether the application wants it, also where others reach it
     * @throws StartupException if others could do more than look
     */
    static void check(@Nullable Role role, boolean fromAnywhere, Environment environment) {
        InetAddress address = Binder.get(environment)
                .bind("server.address", InetAddress.class)
                .orElse(null);
        if (role == null || (address != null && address.isLoopbackAddress())) {
            return;
        }
        String found = "reeve.http.anonymous-role is %s, and the web server listens on %s"
                .formatted(role.text(), address == null ? "all addresses" : address.getHostAddress());
        if (!fromAnywhere && !HARMLESS.contains(role)) {
            throw new StartupException(
                    found + ": each program that reaches it could act as " + role.text() + " without a login.",
                    "Set server.address to 127.0.0.1, or add a login and leave the role out. If others cannot reach the application, or all of them may do this, set reeve.http.anonymous-from-anywhere to true.",
                    null);
        }
        LOG.warn(
                "{}: each program that reaches it has this role without a login. Set server.address to 127.0.0.1, or add a login, unless that is meant",
                found);
    }
}

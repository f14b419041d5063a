package dev.reeve.cli;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.server.ApiKeys;
import dev.reeve.internal.values.Durations;
import dev.reeve.internal.values.Namespaces;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The keys of a server's callers. */
@Command(
        name = "key",
        description = "Makes, lists and removes the keys of a server's callers.",
        subcommands = {KeyCommands.Create.class, KeyCommands.Show.class, KeyCommands.Remove.class})
final class KeyCommands extends CommandGroup {

    /** Where the keys are. */
    static final class Place {

        @Mixin
        private final SettingsOptions options = new SettingsOptions();

        ApiKeys keys() {
            Path directory = options.settings(System.getenv()).directory();
            return ApiKeys.in(directory, Clock.systemUTC());
        }
    }

    @Command(
            name = "create",
            description = {"Makes a key, and prints it.", "Nobody can read it again. A running server knows it at once."
            })
    static final class Create implements Callable<Integer> {

        @SuppressWarnings("NullAway.Init") // set by picocli
        @Spec
        private CommandSpec spec;

        @Mixin
        private final Place place = new Place();

        @Parameters(paramLabel = "NAME", description = "Who uses it; recorded as the actor.")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private String name;

        @Option(
                names = "--role",
                required = true,
                paramLabel = "ROLES",
                description =
                        "Among viewer, viewer-with-payloads, starter, operator, deployer, agent and admin; separated by commas.")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private String roles;

        @Option(
                names = "--namespace",
                paramLabel = "NAME",
                description = "In this namespace (default: ${DEFAULT-VALUE}); * for all of them.")
        private String namespace = Namespaces.DEFAULT;

        @Option(
                names = "--expires",
                paramLabel = "TIME",
                description = "After this time, such as 90d (default: never).")
        private @Nullable String expires;

        @Override
        public Integer call() {
            Set<Role> granted = ApiKeys.roles(roles);
            String key = place.keys().create(name, Map.of(checked(namespace), granted), end());
            spec.commandLine().getOut().println(key);
            return 0;
        }

        private static String checked(String namespace) {
            try {
                return namespace.equals(Principal.EVERYWHERE) ? namespace : Namespaces.check(namespace);
            } catch (IllegalArgumentException e) {
                throw ReeveException.of(ErrorCode.INVALID_INPUT, String.valueOf(e.getMessage()), e);
            }
        }

        private @Nullable Instant end() {
            try {
                return expires == null ? null : Instant.now().plus(Durations.parse(expires));
            } catch (IllegalArgumentException e) {
                throw ReeveException.of(ErrorCode.INVALID_INPUT, "--expires: " + e.getMessage(), e);
            }
        }
    }

    @Command(name = "list", description = "Lists the keys: their names, first parts, roles and expiry.")
    static final class Show implements Callable<Integer> {

        @SuppressWarnings("NullAway.Init") // set by picocli
        @Spec
        private CommandSpec spec;

        @Mixin
        private final Place place = new Place();

        @Override
        public Integer call() {
            for (ApiKeys.Key key : place.keys().list()) {
                spec.commandLine()
                        .getOut()
                        .printf(
                                "%s  %s  %s  %s%n",
                                Text.printable(key.name()),
                                key.prefix(),
                                key.roles(),
                                key.expires() == null ? "never expires" : "expires " + Text.time(key.expires()));
            }
            return 0;
        }
    }

    @Command(name = "remove", description = "Removes a key. A running server refuses it at once.")
    static final class Remove implements Callable<Integer> {

        @Mixin
        private final Place place = new Place();

        @Parameters(paramLabel = "NAME", description = "The name of the key.")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private String name;

        @Override
        public Integer call() {
            place.keys().remove(name);
            return 0;
        }
    }
}

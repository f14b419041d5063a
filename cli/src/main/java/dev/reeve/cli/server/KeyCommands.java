package dev.reeve.cli.server;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import dev.reeve.cli.command.CommandGroup;
import dev.reeve.cli.output.Output;
import dev.reeve.cli.output.Text;
import dev.reeve.internal.access.Principal;
import dev.reeve.internal.access.Role;
import dev.reeve.internal.document.KeyListDocument;
import dev.reeve.internal.document.KeyRemovedDocument;
import dev.reeve.internal.document.NewKeyDocument;
import dev.reeve.internal.server.ApiKeys;
import dev.reeve.internal.values.Durations;
import dev.reeve.internal.values.Namespaces;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The keys of a server's callers. */
@Command(
        name = "key",
        description = "Makes, lists and removes the keys of a server's callers.",
        subcommands = {KeyCommands.Create.class, KeyCommands.Show.class, KeyCommands.Remove.class})
public final class KeyCommands extends CommandGroup {

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

        @Mixin
        private final Output output = new Output();

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
                        "Among viewer, viewer-with-payloads, viewer-with-sensitive, starter, operator, deployer, agent, metrics and admin; separated by commas.")
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
            Instant expiry = end();
            String key = place.keys().create(name, Map.of(checked(namespace), granted), expiry);
            output.print(new NewKeyDocument(name, key, expiry), key);
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

    @Command(name = "list", description = "Lists the keys: their names, first parts, roles, expiry and last use.")
    static final class Show implements Callable<Integer> {

        @Mixin
        private final Output output = new Output();

        @Mixin
        private final Place place = new Place();

        @Override
        public Integer call() {
            List<ApiKeys.Key> keys = place.keys().list().stream()
                    .sorted(Comparator.comparing(ApiKeys.Key::name))
                    .toList();
            output.print(
                    new KeyListDocument(keys.stream().map(Show::item).toList()),
                    keys.stream().map(Show::text));
            return 0;
        }

        private static String text(ApiKeys.Key key) {
            return "%s  %s  %s  %s  %s"
                    .formatted(
                            Text.printable(key.name()),
                            key.prefix(),
                            key.roles(),
                            key.expires() == null ? "never expires" : "expires " + Text.time(key.expires()),
                            key.lastUse() == null ? "never used" : "last used " + Text.time(key.lastUse()));
        }

        private static KeyListDocument.Item item(ApiKeys.Key key) {
            List<KeyListDocument.Grant> grants = key.roles().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(each -> new KeyListDocument.Grant(
                            each.getKey(),
                            each.getValue().stream().map(Role::text).sorted().toList()))
                    .toList();
            return new KeyListDocument.Item(key.name(), key.prefix(), grants, key.expires(), key.lastUse());
        }
    }

    @Command(name = "remove", description = "Removes a key. A running server refuses it at once.")
    static final class Remove implements Callable<Integer> {

        @Mixin
        private final Output output = new Output();

        @Mixin
        private final Place place = new Place();

        @Parameters(paramLabel = "NAME", description = "The name of the key.")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private String name;

        @Override
        public Integer call() {
            place.keys().remove(name);
            output.print(new KeyRemovedDocument(name), Stream.empty());
            return 0;
        }
    }
}

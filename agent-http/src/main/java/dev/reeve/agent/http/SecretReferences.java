package dev.reeve.agent.http;

import dev.reeve.agent.StepFailure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts secrets in the place of their references, for one destination. */
final class SecretReferences {

    private static final String SCHEME = "secret://";

    /** Alone, or after one word such as Bearer. A reference inside a longer text may come from data. */
    private static final Pattern REFERENCE = Pattern.compile("([A-Za-z][A-Za-z0-9-]* )?" + SCHEME + "(.*)");

    /**
     * Headers as they are sent.
     *
     * @param values the values of the secrets in them
     */
    record Resolved(Map<String, String> headers, List<String> values) {
        /** Omits the values. */
        @Override
        public String toString() {
            return "headers " + headers.keySet();
        }
    }

    private SecretReferences() {}

    /** Whether a value has no reference, or one at its place. */
    static boolean isWellPlaced(String value) {
        Matcher reference = REFERENCE.matcher(value);
        return !value.contains(SCHEME)
                || (reference.matches() && reference.group(2).matches(Secret.NAME));
    }

    /**
     * Replaces the references.
     *
     * @throws StepFailure if a secret is unknown, is not for this destination, or cannot be read
     */
    static Resolved resolve(Map<String, String> headers, Map<String, Secret> secrets, Origin origin) {
        Map<String, String> resolved = new LinkedHashMap<>();
        List<String> values = new ArrayList<>();
        headers.forEach((name, text) -> {
            Matcher reference = REFERENCE.matcher(text);
            if (!reference.matches()) {
                resolved.put(name, text);
                return;
            }
            String value = value(reference.group(2), secrets, origin);
            values.add(value);
            String word = reference.group(1);
            resolved.put(name, word == null ? value : word + value);
        });
        return new Resolved(resolved, List.copyOf(values));
    }

    private static String value(String name, Map<String, Secret> secrets, Origin origin) {
        Secret secret = secrets.get(name);
        if (secret == null) {
            throw refused(
                    name,
                    "is unknown; the secrets are %s"
                            .formatted(secrets.keySet().stream().sorted().toList()));
        }
        if (!secret.origins().contains(origin)) {
            throw refused(name, "is not for %s".formatted(origin));
        }
        String value;
        try {
            value = secret.value().get();
        } catch (RuntimeException e) {
            throw unreadable(name, "cannot be read: " + e.getClass().getSimpleName());
        }
        if (value == null || value.isEmpty()) {
            throw unreadable(name, "has no value");
        }
        String problem = Secret.problem(value);
        if (!problem.isEmpty()) {
            throw refused(name, problem);
        }
        return value;
    }

    /** A file may be empty or away while it is changed. */
    private static StepFailure unreadable(String name, String why) {
        return StepFailure.transientError("HTTP_SECRET_UNREADABLE", "the secret %s %s".formatted(name, why));
    }

    private static StepFailure refused(String name, String why) {
        return StepFailure.businessError("HTTP_SECRET_REFUSED", "the secret %s %s".formatted(name, why));
    }
}

package dev.reeve.internal.values;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.cfg.PackageVersion;

/**
 * Whether the two halves of Jackson on the class path fit. A framework's BOM often manages the annotations, which
 * Jackson 2 and 3 share, and leaves Jackson 3 alone. The first record with an unlucky shape would then end with a
 * missing class.
 */
public final class JacksonVersions {

    /** In an application's one flat jar, the title and the version are those of the application. */
    private static final String TITLE = "Jackson-annotations";

    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)(\\D.*)?");

    private JacksonVersions() {}

    /** The problem, and the lines for the pom; empty if the versions fit, or cannot be found out. */
    public static Optional<String> misfit() {
        Package annotations = JsonProperty.class.getPackage();
        String version = annotations.getImplementationVersion();
        return version == null || !TITLE.equals(annotations.getImplementationTitle())
                ? Optional.empty()
                : misfit(PackageVersion.VERSION.toString(), version);
    }

    /** Jackson 3.0 needs annotations 2.20, and each release after it one more. */
    static Optional<String> misfit(String databind, String annotations) {
        Matcher needing = VERSION.matcher(databind);
        Matcher found = VERSION.matcher(annotations);
        if (!needing.matches()
                || !found.matches()
                || !needing.group(1).equals("3")
                || !found.group(1).equals("2")) {
            return Optional.empty();
        }
        int least = 20 + Integer.parseInt(needing.group(2));
        if (Integer.parseInt(found.group(2)) >= least) {
            return Optional.empty();
        }
        return Optional.of("jackson-annotations %s is too old for Jackson %s: expected 2.%d or later. %s"
                .formatted(
                        annotations,
                        databind,
                        least,
                        PomAdvice.managed("com.fasterxml.jackson.core", "jackson-annotations", "2." + least)));
    }
}

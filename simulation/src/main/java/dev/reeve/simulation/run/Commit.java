package dev.reeve.simulation.run;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The commit of the running code, read from git. */
final class Commit {

    /**
     * Matches an untracked file of the build. In git's status, its path follows the question marks, perhaps in quotes.
     */
    private static final Pattern BUILT = Pattern.compile("[ \"/](src|\\.mvn)/|pom\\.xml\"?$");

    private Commit() {}

    /** The commit of the checkout in which this class was compiled. */
    static Optional<String> ofClasses() throws InterruptedException {
        CodeSource source = Commit.class.getProtectionDomain().getCodeSource();
        Path place = Path.of(URI.create(source.getLocation().toString()));
        return of(Files.isDirectory(place) ? place : place.resolveSibling(""));
    }

    /**
     * The commit of a checkout, in ten digits.
     *
     * @return empty without a checkout or without git, or if files were changed or sources added, so that no commit
     *     describes the running code
     */
    static Optional<String> of(Path checkout) throws InterruptedException {
        Optional<String> status = git(checkout, "status", "--porcelain", "--untracked-files=all");
        return status.isPresent() && status.get().lines().noneMatch(Commit::isPartOfWhatRuns)
                ? git(checkout, "rev-parse", "--short=10", "HEAD")
                : Optional.empty();
    }

    /** Untracked files count only where the build would use them. A ledger or notes may lie beside the sources. */
    private static boolean isPartOfWhatRuns(String line) {
        return !line.startsWith("??") || BUILT.matcher(line).find();
    }

    private static Optional<String> git(Path checkout, String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", checkout.toString()));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Optional.of(said.strip()) : Optional.empty();
        } catch (IOException e) {
            // git is not installed
            return Optional.empty();
        }
    }
}

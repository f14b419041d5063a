package dev.reeve.internal.engine.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The blocks of code in a guide, to be compared with the source of the test that compiles them. */
final class GuideBlocks {

    private GuideBlocks() {}

    /** The blocks of a guide in one language, in order. */
    static List<String> of(Path guide, String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(guide))
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
    }

    /** Whether a block is in the source. */
    static Predicate<String> isIn(Path source) throws IOException {
        String code = squeezed(Files.readString(source));
        return block -> code.contains(squeezed(block));
    }

    /** Without white space, which is the formatter's, and without comments. */
    static String squeezed(String code) {
        return code.replaceAll("//[^\n]*", "").replaceAll("\\s+", "");
    }
}

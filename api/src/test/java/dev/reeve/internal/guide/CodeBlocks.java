package dev.reeve.internal.guide;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Named pieces of Java in a guide and in the source that compiles them. They are compared without white space, because
 * the formatter breaks lines by the indentation of a piece of code.
 */
public final class CodeBlocks {

    private CodeBlocks() {}

    /** The pieces that this page shows, each behind a comment with its name. */
    public static Map<String, String> shown(Path page) throws IOException {
        return blocks("^<!-- (\\S+) -->\\n```java\\n(.*?)```", page);
    }

    /** The pieces of this source, each between {@code // example: name} and {@code // end}. */
    public static Map<String, String> compiled(Path source) throws IOException {
        return blocks("^ *// example: (\\S+)\\n(.*?)^ *// end", source);
    }

    private static Map<String, String> blocks(String regex, Path file) throws IOException {
        Map<String, String> blocks = new LinkedHashMap<>();
        Matcher matcher =
                Pattern.compile(regex, Pattern.DOTALL | Pattern.MULTILINE).matcher(Files.readString(file));
        while (matcher.find()) {
            blocks.put(matcher.group(1), matcher.group(2).replaceAll("\\s+", ""));
        }
        return blocks;
    }
}

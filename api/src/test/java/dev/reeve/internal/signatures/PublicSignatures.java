package dev.reeve.internal.signatures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The public signatures of a module, compared with the list that is committed beside its pom. Run the test with
 * {@code -Dsignatures.update} to write the list anew.
 */
public final class PublicSignatures {

    private static final Path CLASSES = Path.of("target", "classes");
    private static final Path LIST = Path.of("signatures.txt");

    private PublicSignatures() {}

    /** Compares the module in the working directory with its list, and tells each line that differs. */
    public static void check() throws IOException {
        String found = SignatureText.of(PublicTypes.in(CLASSES));
        if (System.getProperty("signatures.update") != null) {
            Files.writeString(LIST, found);
        }
        String committed = Files.exists(LIST) ? Files.readString(LIST, StandardCharsets.UTF_8) : "";
        assertThat(difference(committed.lines().toList(), found.lines().toList()))
                .as("""
                        Lines of %s/signatures.txt that are no longer right (-), and new ones (+). If the change is meant, write the list \
                        anew: mvn -pl %s -am -Dtest=SignaturesTest -Dsignatures.update verify""", module(), module())
                .isEmpty();
    }

    /** Each place where a public signature of the module in the working directory mentions an internal type. */
    public static List<String> internalMentions() {
        return PublicTypes.internalMentions(PublicTypes.in(CLASSES));
    }

    private static String module() {
        Path directory = Path.of("").toAbsolutePath().getFileName();
        return directory == null ? "" : directory.toString();
    }

    /** The differences: the lines between the longest common subsequence, each with the type it stands in. */
    static List<String> difference(List<String> before, List<String> after) {
        int[][] common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] = before.get(i).equals(after.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        List<String> lines = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
                i++;
                j++;
            } else if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
                lines.add("- " + place(before, i) + before.get(i++).strip());
            } else {
                lines.add("+ " + place(after, j) + after.get(j++).strip());
            }
        }
        lines.removeIf(line -> line.length() == 2);
        return lines;
    }

    private static String place(List<String> lines, int index) {
        if (!lines.get(index).startsWith("    ")) {
            return "";
        }
        for (int i = index; i >= 0; i--) {
            String line = lines.get(i);
            if (!line.isEmpty() && !line.startsWith(" ")) {
                return Arrays.stream(line.split("[ (<]"))
                                .filter(word -> !word.isEmpty() && Character.isUpperCase(word.charAt(0)))
                                .findFirst()
                                .orElse(line)
                        + ": ";
            }
        }
        return "";
    }
}

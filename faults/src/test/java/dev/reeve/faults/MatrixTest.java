package dev.reeve.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Checks that docs/reliability-matrix.md is true. */
final class MatrixTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final int FAULTS = 60;
    private static final Pattern ROW =
            Pattern.compile("\\| F(\\d+) \\|[^|]*\\|([^|]*)\\|([^|]*)\\| (pass|fail|not yet) \\|([^|]*)\\|");
    private static final Pattern TEST = Pattern.compile("`(\\w+)(?:#(\\w+))?`");

    private static final String PROOF = "@Tag(\"proof\")";

    private record Row(int fault, String tests, String runsIn, String status, String why) {}

    private static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        Matcher matcher = ROW.matcher(Files.readString(ROOT.resolve("docs/reliability-matrix.md")));
        while (matcher.find()) {
            rows.add(new Row(
                    Integer.parseInt(matcher.group(1)),
                    matcher.group(2),
                    matcher.group(3).strip(),
                    matcher.group(4),
                    matcher.group(5).strip()));
        }
        return rows;
    }

    /** The sources of all tests, by class name. Some names occur in several modules. */
    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new HashMap<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            files.filter(file -> file.toString().contains("/src/test/java/"))
                    .filter(file -> file.toString().endsWith(".java"))
                    .forEach(file -> sources.merge(
                            file.getFileName().toString().replace(".java", ""), read(file), String::concat));
        }
        return sources;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @DisplayName("Every fault is in the matrix, once and in order")
    void everyFaultIsThere() throws IOException {
        assertThat(rows().stream().map(Row::fault))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, FAULTS).boxed().toList());
    }

    @Test
    @DisplayName("Every test that the matrix names exists")
    void everyTestExists() throws IOException {
        Map<String, String> sources = sources();
        List<String> missing = new ArrayList<>();
        for (Row row : rows()) {
            int named = 0;
            Matcher test = TEST.matcher(row.tests());
            while (test.find()) {
                named++;
                String source = sources.get(test.group(1));
                if (source == null || (test.group(2) != null && !source.contains("void " + test.group(2) + "("))) {
                    missing.add("F%d: %s".formatted(row.fault(), test.group()));
                }
            }
            if (named == 0 && row.status().equals("pass")) {
                missing.add("F%d passes without a test".formatted(row.fault()));
            }
            if (row.status().equals("fail") && row.why().isEmpty()) {
                missing.add("F%d fails, and nobody says why".formatted(row.fault()));
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    @DisplayName("Every class of tests of real faults is in the matrix")
    void everyClassIsThere() throws IOException {
        String tests = String.join(" ", rows().stream().map(Row::tests).toList());
        try (Stream<Path> files = Files.list(Path.of("src/test/java/dev/reeve/faults"))) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith("Test.java"))
                            .map(name -> name.replace(".java", ""))
                            .filter(name -> !name.equals("MatrixTest"))
                            .filter(name -> !tests.contains("`" + name)))
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("The matrix says which tests mvn verify leaves out")
    void leftOutIsNamed() throws IOException {
        Map<String, String> sources = sources();
        List<String> wrong = new ArrayList<>();
        for (Row row : rows()) {
            List<String> verify = new ArrayList<>();
            List<String> proof = new ArrayList<>();
            Matcher test = TEST.matcher(row.tests());
            while (test.find()) {
                boolean isProof = isProof(sources.getOrDefault(test.group(1), ""), test.group(1), test.group(2));
                (isProof ? proof : verify).add(test.group(2) == null ? test.group(1) : test.group(2));
            }
            String runsIn = runsIn(verify, proof);
            if (!row.runsIn().equals(runsIn)) {
                wrong.add("F%d: expected '%s', found '%s'".formatted(row.fault(), runsIn, row.runsIn()));
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static String runsIn(List<String> verify, List<String> proof) {
        if (proof.isEmpty()) {
            return verify.isEmpty() ? "" : "verify";
        }
        return verify.isEmpty() ? "proof" : "verify; proof: " + String.join(", ", proof);
    }

    /**
     * Whether the class has the tag, or the method, whose annotations stand between the previous member and its name.
     */
    private static boolean isProof(String source, String type, @Nullable String method) {
        Matcher declaration =
                Pattern.compile("\\b(class|interface) " + type + "\\b").matcher(source);
        if (declaration.find() && source.substring(0, declaration.start()).contains(PROOF)) {
            return true;
        }
        int name = method == null ? -1 : source.indexOf("void " + method + "(");
        if (name < 0) {
            return false;
        }
        int begin = Stream.of("}\n", ";\n", "{\n")
                .mapToInt(end -> source.lastIndexOf(end, name))
                .max()
                .orElse(0);
        return source.substring(Math.max(0, begin), name).contains(PROOF);
    }
}

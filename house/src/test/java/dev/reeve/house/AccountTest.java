package dev.reeve.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Reports at the end of a build how many tests ran, which were skipped and why, and which were left out. This module is
 * built last, so the reports of all other modules exist. With {@code -Dnothing.skipped} a skipped test fails the build.
 */
final class AccountTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().resolve("..").normalize();
    private static final Pattern TAGGED =
            Pattern.compile("@Tag\\(\"(proof|soak)\"\\)(?:(?!\\{|;).)*?(\\bclass\\b|\\()", Pattern.DOTALL);

    /** Matches tests that check whether to run their full extent. */
    private static final Pattern IN_PART = Pattern.compile("Extent\\.of\\(|getBoolean\\(\"proof\"\\)");

    private int run;
    private int failed;
    private final List<String> skipped = new ArrayList<>();

    @Test
    @DisplayName("The build reports the tests that ran, were skipped and were left out")
    void everyTestIsAccountedFor() {
        Instant started = Instant.parse(System.getProperty("build.started", Instant.EPOCH.toString()));
        for (Path report : files("/target/surefire-reports/TEST-", ".xml")) {
            if (!modified(report).isBefore(started)) {
                read(report);
            }
        }

        print("%d tests ran in the modules before this one, %d failed, %d skipped"
                .formatted(run - skipped.size(), failed, skipped.size()));
        skipped.forEach(test -> print("  skipped: " + test));
        String leftOut = System.getProperty("tests.left.out", "proof | soak");
        if (leftOut.contains("proof")) {
            tell("mvn -Pproof verify", "proof");
            tellParts();
            print("left out, made by mvn -Pproof verify: most checks of Error Prone, and all in tests");
        } else {
            print("tried in part: a third of the planted bugs, all by mvn -Pproof -Dplanted.every=1 verify");
        }
        if (leftOut.contains("soak")) {
            tell("mvn -Psoak verify", "soak");
        }
        if (System.getProperty("nothing.skipped") != null) {
            assertThat(skipped).as("tests that were skipped, where none may be").isEmpty();
        }
    }

    private static void tell(String command, String tag) {
        Map<String, Integer> tests = new TreeMap<>();
        for (Path source : sources()) {
            Matcher tagged = TAGGED.matcher(text(source));
            while (tagged.find()) {
                if (tagged.group(1).equals(tag)) {
                    tests.merge(nameOf(source), 1, Integer::sum);
                }
            }
        }
        print("left out, run by %s: %s".formatted(command, tests.isEmpty() ? "nothing" : names(tests)));
    }

    private static void tellParts() {
        List<String> tests = sources().stream()
                .filter(source -> IN_PART.matcher(text(source)).find())
                .map(AccountTest::nameOf)
                .map(name -> name.equals("PlantedBugsTest") ? name + " (a third)" : name)
                .sorted()
                .toList();
        print("tried in part, in full by mvn -Pproof verify: %s".formatted(String.join(", ", tests)));
    }

    /** All test sources. Contracts have no Test in their names, and what they leave out is left out for every store. */
    private static List<Path> sources() {
        return files("/src/test/java/", ".java").stream()
                .filter(source -> !source.endsWith("AccountTest.java") && !source.endsWith("Extent.java"))
                .toList();
    }

    private static String nameOf(Path source) {
        return source.getFileName().toString().replace(".java", "");
    }

    private static String names(Map<String, Integer> tests) {
        List<String> names = new ArrayList<>();
        tests.forEach((name, count) -> names.add(count == 1 ? name : name + " (" + count + ")"));
        return String.join(", ", names);
    }

    private void read(Path report) {
        try (InputStream in = Files.newInputStream(report)) {
            XMLStreamReader xml = XMLInputFactory.newFactory().createXMLStreamReader(in);
            String test = "";
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamConstants.START_ELEMENT) {
                    switch (xml.getLocalName()) {
                        case "testsuite" -> {
                            run += number(xml, "tests");
                            failed += number(xml, "errors") + number(xml, "failures");
                        }
                        case "testcase" -> test = attribute(xml, "classname") + "." + attribute(xml, "name");
                        case "skipped" -> skipped.add(test + ": " + attribute(xml, "message"));
                        default -> {}
                    }
                }
            }
            xml.close();
        } catch (IOException | XMLStreamException e) {
            throw new IllegalStateException("cannot read " + ROOT.relativize(report), e);
        }
    }

    private static int number(XMLStreamReader xml, String name) {
        return Integer.parseInt(attribute(xml, name));
    }

    private static String attribute(XMLStreamReader xml, String name) {
        String value = xml.getAttributeValue(null, name);
        return value == null ? "" : value;
    }

    private static List<Path> files(String part, String end) {
        try (Stream<Path> all = Files.walk(ROOT, 12)) {
            return all.filter(path ->
                            path.toString().contains(part) && path.toString().endsWith(end))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Instant modified(Path file) {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void print(String line) {
        System.out.println(line);
    }
}

package dev.reeve.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.access.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The verbs of the screen Audit")
final class AuditVerbsTest {

    private static final Path FILTER = Path.of("src/main/web/screens/audit/filter.ts");

    private static List<String> names(String list) throws IOException {
        String text = Files.readString(FILTER);
        int begin = text.indexOf("export const " + list + " = [");
        return Pattern.compile("\"([A-Z_]+)\"")
                .matcher(text.substring(begin, text.indexOf("];", begin)))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static List<String> operations(boolean changes) {
        return Arrays.stream(Operation.values())
                .filter(each -> each.changes() == changes)
                .map(Enum::name)
                .toList();
    }

    @Test
    @DisplayName("D22: are all operations, and those that are recorded only if they were refused are a group")
    void all() throws IOException {
        assertThat(names("VERBS")).containsExactlyInAnyOrderElementsOf(operations(true));
        assertThat(names("READS")).containsExactlyInAnyOrderElementsOf(operations(false));
    }
}

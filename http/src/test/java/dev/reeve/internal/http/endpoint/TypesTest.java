package dev.reeve.internal.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The types of the client in JavaScript")
final class TypesTest {

    private static final Path FILE = Path.of("../clients/javascript-client/src/api.d.ts");

    @Test
    @DisplayName("They are those of the description; -Dtypes.update writes them anew")
    void followTheDescription() throws IOException {
        String types = TypeScript.types(new Description().documents());
        if (System.getProperty("types.update") != null) {
            Files.writeString(FILE, types);
        }

        assertThat(types).contains("export interface StartRequest {\n  workflow: string;\n  input?: Payload;\n");
        assertThat(Files.readString(FILE))
                .as("write it anew: mvn -pl http -am -Dtest=TypesTest -Dtypes.update verify")
                .isEqualTo(types);
    }
}

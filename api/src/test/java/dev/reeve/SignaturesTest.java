package dev.reeve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.signatures.PublicSignatures;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The public signatures of the API module")
final class SignaturesTest {

    @Test
    @DisplayName("Every public signature is on the committed list, and nothing else is")
    void areThoseOfTheList() throws IOException {
        PublicSignatures.check();
    }

    @Test
    @DisplayName("No public signature mentions an internal type")
    void mentionNoInternalType() {
        assertThat(PublicSignatures.internalMentions()).isEmpty();
    }
}

package dev.reeve.internal.signatures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The rules for the public signatures of a module. The module of the test is the working directory. */
public interface SignaturesContract {

    @Test
    @DisplayName("Every public signature is on the committed list, and nothing else is")
    default void areThoseOfTheList() throws IOException {
        PublicSignatures.check();
    }

    @Test
    @DisplayName("No public signature mentions an internal type")
    default void mentionNoInternalType() {
        assertThat(PublicSignatures.internalMentions()).isEmpty();
    }
}

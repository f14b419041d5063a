package dev.reeve;

import dev.reeve.internal.signatures.SignaturesContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The public signatures of the API module")
final class SignaturesTest implements SignaturesContract {}

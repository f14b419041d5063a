package dev.reeve.spi.store;

import dev.reeve.internal.signatures.SignaturesContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The public signatures of the store module")
final class SignaturesTest implements SignaturesContract {}

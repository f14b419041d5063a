package dev.reeve.micrometer;

import dev.reeve.internal.signatures.SignaturesContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The public signatures of the Micrometer module")
final class SignaturesTest implements SignaturesContract {}

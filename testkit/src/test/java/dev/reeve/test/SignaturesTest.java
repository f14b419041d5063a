package dev.reeve.test;

import dev.reeve.internal.signatures.SignaturesContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The public signatures of the test kit")
final class SignaturesTest implements SignaturesContract {}

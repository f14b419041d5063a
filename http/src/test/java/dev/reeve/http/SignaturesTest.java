package dev.reeve.http;

import dev.reeve.internal.signatures.SignaturesContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The public signatures of the local door")
final class SignaturesTest implements SignaturesContract {}

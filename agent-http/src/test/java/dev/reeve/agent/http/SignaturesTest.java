package dev.reeve.agent.http;

import dev.reeve.internal.signatures.SignaturesContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The public signatures of the HTTP action")
final class SignaturesTest implements SignaturesContract {}

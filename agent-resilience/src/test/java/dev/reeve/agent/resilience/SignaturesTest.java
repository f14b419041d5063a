package dev.reeve.agent.resilience;

import dev.reeve.internal.signatures.SignaturesContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The public signatures of the Resilience4j module")
final class SignaturesTest implements SignaturesContract {}

package dev.reeve.internal.agent;

import dev.reeve.internal.signatures.SignaturesContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The public signatures of the module of agents")
final class SignaturesTest implements SignaturesContract {}

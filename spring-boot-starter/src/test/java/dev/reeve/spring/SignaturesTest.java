package dev.reeve.spring;

import dev.reeve.internal.signatures.SignaturesContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The public signatures of the Spring Boot starter")
final class SignaturesTest implements SignaturesContract {}

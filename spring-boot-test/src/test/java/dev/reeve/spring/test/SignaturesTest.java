package dev.reeve.spring.test;

import dev.reeve.internal.signatures.SignaturesContract;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The public signatures of the slice for Spring Boot")
final class SignaturesTest implements SignaturesContract {}

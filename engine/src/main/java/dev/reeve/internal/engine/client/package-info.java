/**
 * The door: {@link dev.reeve.internal.engine.client.EmbeddedReeve}, and the provider that finds it. The rooms behind
 * it, from the bottom: boundary, opening, situation, reading, deployment, execution, operation; offline stands beside
 * them. Entered by {@link java.util.ServiceLoader}, and by modules that bring an engine of their own: the command
 * line, the starter for Spring Boot, the test kit, the benchmark.
 */
@NullMarked
package dev.reeve.internal.engine.client;

import org.jspecify.annotations.NullMarked;

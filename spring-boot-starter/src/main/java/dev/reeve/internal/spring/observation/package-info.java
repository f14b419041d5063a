/**
 * Health, readiness, meters, spans and an endpoint of the engine, for applications that have Actuator or Micrometer.
 *
 * <p>Entered by no package: Spring Boot finds its configuration.
 */
@NullMarked
package dev.reeve.internal.spring.observation;

import org.jspecify.annotations.NullMarked;

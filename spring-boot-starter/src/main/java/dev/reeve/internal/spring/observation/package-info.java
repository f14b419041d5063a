/** Health, meters, spans and an endpoint of the engine, for applications that have Actuator or Micrometer. */
@NullMarked
package dev.reeve.internal.spring.observation;

import org.jspecify.annotations.NullMarked;

/**
 * Micrometer metrics of an engine.
 *
 * <p>A type belongs here if an application names it to publish metrics, spans or observations of an engine. Entered by
 * the server, the command line and the starter for Spring Boot, too.
 */
@NullMarked
package dev.reeve.micrometer;

import org.jspecify.annotations.NullMarked;

/**
 * The console: its pages, as endpoints for any handler of the HTTP API.
 *
 * <p>Entered by those that assemble a handler: the command line and the starter for Spring Boot.
 */
@NullMarked
package dev.reeve.internal.console;

import org.jspecify.annotations.NullMarked;

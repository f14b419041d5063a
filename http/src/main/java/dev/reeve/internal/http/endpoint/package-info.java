/**
 * The endpoints of the API. Each does what a method of {@code Reeve} does, as the caller who has sent the request.
 * Entered by those that run the handler: {@code local}, the server, the command line, the starter for Spring Boot and
 * the benchmark.
 */
@NullMarked
package dev.reeve.internal.http.endpoint;

import org.jspecify.annotations.NullMarked;

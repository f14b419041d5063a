/**
 * The HTTP API inside the application's own server, and problem details of its controllers.
 *
 * <p>Entered by no package: Spring Boot finds its configuration.
 */
@NullMarked
package dev.reeve.internal.spring.web;

import org.jspecify.annotations.NullMarked;

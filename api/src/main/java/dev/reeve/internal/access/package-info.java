/**
 * The check that all callers of an engine pass, from Java and over HTTP: their roles, permissions and record. Not part
 * of the API: it may change in any release.
 *
 * <p>Entered by the engine, and by the modules that take requests of others: the handler, the server, the command line
 * and the starter for Spring Boot.
 */
@NullMarked
package dev.reeve.internal.access;

import org.jspecify.annotations.NullMarked;

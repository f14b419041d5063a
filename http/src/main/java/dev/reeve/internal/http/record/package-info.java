/**
 * The record of who did what in files, and other files that only their owner can read. Entered by the server and the
 * starter for Spring Boot.
 */
@NullMarked
package dev.reeve.internal.http.record;

import org.jspecify.annotations.NullMarked;

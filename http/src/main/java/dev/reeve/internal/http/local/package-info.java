/**
 * The API for other processes of the same user, on the server of the JDK. Entered by {@code dev.reeve.http}, the
 * command line and the starter for Spring Boot.
 */
@NullMarked
package dev.reeve.internal.http.local;

import org.jspecify.annotations.NullMarked;

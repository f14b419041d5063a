/** Runs the HTTP API on Jetty. Not part of the API: it may change in any release. */
@NullMarked
package dev.reeve.internal.server;

import org.jspecify.annotations.NullMarked;

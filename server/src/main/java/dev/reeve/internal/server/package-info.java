/**
 * Runs the HTTP API on Jetty. Not part of the API: it may change in any release. Entered by the command line and the
 * benchmark, which run it.
 */
@NullMarked
package dev.reeve.internal.server;

import org.jspecify.annotations.NullMarked;

/** The console: its pages, as endpoints for any handler of the HTTP API. */
@NullMarked
package dev.reeve.internal.console;

import org.jspecify.annotations.NullMarked;

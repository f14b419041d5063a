/**
 * The commands that run a server, print its settings, and make the keys of its callers. Entered by the command line's
 * door, and by the harness of the demo.
 */
@NullMarked
package dev.reeve.cli.server;

import org.jspecify.annotations.NullMarked;

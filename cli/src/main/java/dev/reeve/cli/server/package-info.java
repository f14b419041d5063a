/** The commands that run a server, print its settings, and make the keys of its callers. */
@NullMarked
package dev.reeve.cli.server;

import org.jspecify.annotations.NullMarked;

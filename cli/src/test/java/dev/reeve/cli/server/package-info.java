/** The commands that run a server, and the guides that use them. */
@NullMarked
package dev.reeve.cli.server;

import org.jspecify.annotations.NullMarked;

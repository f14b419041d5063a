/** The options that name a server, against a real one. */
@NullMarked
package dev.reeve.cli.connection;

import org.jspecify.annotations.NullMarked;

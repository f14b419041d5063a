/** The options that name a store, a server or a profile, and the ways to open what they name. Knows no other room. */
@NullMarked
package dev.reeve.cli.connection;

import org.jspecify.annotations.NullMarked;

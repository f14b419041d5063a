/**
 * The options that name a store, a server or a profile, and the ways to open what they name. Knows no other room.
 * Entered by {@code command} and by the rooms of commands, except {@code server}.
 */
@NullMarked
package dev.reeve.cli.connection;

import org.jspecify.annotations.NullMarked;

/**
 * The common parts of several commands: groups, listings, the actor and the reason, the engine that is opened for a
 * command, and values of options. Entered by {@code Cli} and by the rooms of commands.
 */
@NullMarked
package dev.reeve.cli.command;

import org.jspecify.annotations.NullMarked;

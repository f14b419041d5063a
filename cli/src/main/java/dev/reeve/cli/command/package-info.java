/**
 * What several commands share: groups, listings, the actor and the reason, the dry run, and values of options. Entered by
 * the rooms of commands.
 */
@NullMarked
package dev.reeve.cli.command;

import org.jspecify.annotations.NullMarked;

/**
 * Help for handlers whose effects are in a database of their own. Entered by users' handlers only: no
 * other package depends on it.
 */
@NullMarked
package dev.reeve.agent.jdbc;

import org.jspecify.annotations.NullMarked;

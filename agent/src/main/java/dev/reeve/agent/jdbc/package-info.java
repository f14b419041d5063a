/** Help for handlers whose effects are in a database of their own. */
@NullMarked
package dev.reeve.agent.jdbc;

import org.jspecify.annotations.NullMarked;

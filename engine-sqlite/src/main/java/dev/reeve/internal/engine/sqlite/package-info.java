/**
 * Tests of engines on SQLite. They have a module of their own because they take long, and no other module has to wait
 * for them.
 */
@NullMarked
package dev.reeve.internal.engine.sqlite;

import org.jspecify.annotations.NullMarked;

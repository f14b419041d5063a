/**
 * Tests of engines, clusters and the API on PostgreSQL. They have a module of their own because they take long, and no
 * other module has to wait for them.
 */
@NullMarked
package dev.reeve.internal.engine.postgresql;

import org.jspecify.annotations.NullMarked;

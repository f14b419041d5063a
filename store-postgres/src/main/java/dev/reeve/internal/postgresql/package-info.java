/**
 * The production store: PostgreSQL 15 and later, on any {@link javax.sql.DataSource} of its own driver. Found by
 * {@link java.util.ServiceLoader}; no code needs to name a class of this package. Entered by no package.
 */
@NullMarked
package dev.reeve.internal.postgresql;

import org.jspecify.annotations.NullMarked;

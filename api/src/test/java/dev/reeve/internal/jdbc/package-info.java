/** Reads databases for the tests of several modules. */
@org.jspecify.annotations.NullMarked
package dev.reeve.internal.jdbc;

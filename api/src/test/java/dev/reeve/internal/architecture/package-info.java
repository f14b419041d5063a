/** The check that the packages of a module are the listed ones, and depend on each other as listed. */
@org.jspecify.annotations.NullMarked
package dev.reeve.internal.architecture;

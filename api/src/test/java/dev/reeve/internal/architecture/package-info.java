/** Rules about packages and time, for the tests of several modules. */
@org.jspecify.annotations.NullMarked
package dev.reeve.internal.architecture;

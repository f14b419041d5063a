/** Reads the code in guides and in their compiled examples, for the tests of several modules. */
@org.jspecify.annotations.NullMarked
package dev.reeve.internal.guide;

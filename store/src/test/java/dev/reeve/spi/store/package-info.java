/** Tests of the port to the stores. */
@org.jspecify.annotations.NullMarked
package dev.reeve.spi.store;

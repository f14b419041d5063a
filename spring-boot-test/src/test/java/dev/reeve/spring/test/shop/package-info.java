/** An application for the tests of the slice. */
@NullMarked
package dev.reeve.spring.test.shop;

import org.jspecify.annotations.NullMarked;

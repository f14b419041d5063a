@NullMarked
package dev.reeve.test.guide;

import org.jspecify.annotations.NullMarked;

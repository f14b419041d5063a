@NullMarked
package dev.reeve.testkit.guide;

import org.jspecify.annotations.NullMarked;

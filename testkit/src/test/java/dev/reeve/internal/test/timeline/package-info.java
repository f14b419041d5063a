@NullMarked
package dev.reeve.internal.test.timeline;

import org.jspecify.annotations.NullMarked;

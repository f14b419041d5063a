@NullMarked
package dev.reeve.testkit.timeline;

import org.jspecify.annotations.NullMarked;

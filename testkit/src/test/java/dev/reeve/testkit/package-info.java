@NullMarked
package dev.reeve.testkit;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.reeve.test;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.reeve.spring.test;

import org.jspecify.annotations.NullMarked;

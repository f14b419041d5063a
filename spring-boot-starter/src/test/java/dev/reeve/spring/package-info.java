@NullMarked
package dev.reeve.spring;

import org.jspecify.annotations.NullMarked;

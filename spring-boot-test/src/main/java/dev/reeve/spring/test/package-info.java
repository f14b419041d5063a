/** Tests of Spring Boot applications in virtual time. */
@NullMarked
package dev.reeve.spring.test;

import org.jspecify.annotations.NullMarked;

package dev.reeve.spring.test;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;

/** Finds the configuration of the application, and the properties of the annotation. */
final class ReeveTestContextBootstrapper extends TestSliceTestContextBootstrapper<ReeveTest> {}

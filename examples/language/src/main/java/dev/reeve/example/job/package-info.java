/**
 * A long job is killed half way, twice, with SIGKILL, and goes on each time where its last checkpoint says. Begin with
 * {@code Archive}: its handler is the job; {@code ArchiveProcess} is the process that is killed.
 */
@NullMarked
package dev.reeve.example.job;

import org.jspecify.annotations.NullMarked;

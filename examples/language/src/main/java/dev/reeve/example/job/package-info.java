/**
 * A long job is killed twice with SIGKILL, and continues each time at its last checkpoint. Begin with {@code Archive}:
 * its handler is the job. {@code ArchiveProcess} is the process that is killed.
 */
@NullMarked
package dev.reeve.example.job;

import org.jspecify.annotations.NullMarked;

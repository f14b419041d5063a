package dev.reeve.internal.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
final class LocalProcessTest {

    @Test
    @DisplayName("H2: a process of this machine is gone when it has ended, and not before")
    void goneAfterItsEnd() throws IOException {
        Process other = new ProcessBuilder("sleep", "600").start();
        String text = Objects.requireNonNull(LocalProcess.of(other.pid()));

        assertThat(LocalProcess.isGone(text)).isFalse();
        other.destroyForcibly();
        other.onExit().join();

        assertThat(LocalProcess.isGone(text)).isTrue();
    }

    @Test
    @DisplayName("H2: a later process with the same id is another one")
    void sameId() {
        String self =
                Objects.requireNonNull(LocalProcess.of(ProcessHandle.current().pid()));

        assertThat(LocalProcess.isGone(self)).isFalse();
        assertThat(LocalProcess.isGone(self + "0")).isTrue();
    }

    @Test
    @DisplayName("I9: a process of another machine, boot or container is never said to be gone")
    void elsewhere() {
        String self =
                Objects.requireNonNull(LocalProcess.of(ProcessHandle.current().pid()));
        String[] words = self.split(" ", -1);

        assertThat(LocalProcess.isGone("f" + self)).isFalse();
        assertThat(LocalProcess.isGone("%s pid:[7] 999999999 1".formatted(words[0])))
                .isFalse();
        assertThat(LocalProcess.isGone("")).isFalse();
        assertThat(LocalProcess.isGone("%s %s x y".formatted(words[0], words[1])))
                .isFalse();
        assertThat(LocalProcess.of(999_999_999)).isNull();
    }
}

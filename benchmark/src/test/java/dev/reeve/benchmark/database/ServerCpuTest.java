package dev.reeve.benchmark.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisplayName("Processor time of a server: its processes, also those that have ended")
@EnabledOnOs(OS.LINUX)
class ServerCpuTest {

    @Test
    void childrenThatHaveEndedAreCounted() throws IOException, InterruptedException {
        ServerCpu cpu = new ServerCpu(ProcessHandle.current().pid());
        long before = cpu.nanos();

        // Half a second of work or so, in a child.
        Process child = new ProcessBuilder("sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done").start();
        child.waitFor();

        assertThat(cpu.nanos() - before).isGreaterThan(20_000_000);
    }

    @Test
    void processThatDoesNotExistHasUsedNothing() {
        assertThat(new ServerCpu(Integer.MAX_VALUE).nanos()).isZero();
    }
}

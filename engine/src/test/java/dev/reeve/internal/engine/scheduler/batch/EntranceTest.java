package dev.reeve.internal.engine.scheduler.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.internal.engine.scheduler.message.Message;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class EntranceTest {

    private final Entrance entrance = new Entrance(10);

    @Test
    @DisplayName("The sweeps that were asked for during an outage are one sweep, however few messages a turn takes")
    void oneSweep() {
        for (int i = 0; i < 900; i++) {
            entrance.offer(new Message.Sweep());
        }

        assertThat(taken()).hasSize(1).first().isInstanceOf(Message.Sweep.class);
        assertThat(taken()).isEmpty();
        entrance.offer(new Message.Sweep());
        assertThat(taken()).hasSize(1);
    }

    private List<Message> taken() {
        List<Message> taken = new ArrayList<>();
        entrance.takeTo(taken, 3, Long.MAX_VALUE);
        return taken;
    }
}

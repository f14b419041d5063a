package dev.reeve.cli.look;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class IntervalOptionTest {

    private final IntervalOption interval = CommandLine.populateCommand(new IntervalOption(), "--interval", "1");
    private final List<String> told = new ArrayList<>();

    @Test
    @DisplayName("O4: a look that finds no server is said and repeated")
    void goesOn() {
        Iterator<Supplier<String>> looks = List.<Supplier<String>>of(
                        () -> failed(ErrorCode.STORE_UNAVAILABLE, "gone\u001b[2J"), () -> "there")
                .iterator();

        assertThat(interval.repeated(() -> looks.next().get(), told::add)).isEqualTo("there");
        assertThat(told).containsExactly("reeve: gone [2J; looking again");
    }

    @Test
    @DisplayName("O4: a failure that stays ends the command")
    void ends() {
        assertThatThrownBy(() -> interval.repeated(() -> failed(ErrorCode.UNAUTHENTICATED, "who"), told::add))
                .hasMessage("who");
        assertThat(told).isEmpty();
    }

    private static String failed(ErrorCode code, String message) {
        throw ReeveException.of(code, message);
    }
}

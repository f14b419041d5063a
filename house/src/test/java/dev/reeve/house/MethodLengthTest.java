package dev.reeve.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Parses all sources, and checks the length of each method. */
final class MethodLengthTest {

    private static final int LINES_MAX = 70;

    /** Tables of test data, with one entry after the other. The list only shrinks. */
    private static final Set<String> TABLES = Set.of(
            "LaneMutants.all", // a planted bug each
            "ConstructMutants.all",
            "ExplainerTest.cases", // a case each
            "EventCodecTest.everyEvent", // an event each
            "Ledger.ofStep"); // a branch for each event of a step

    @Test
    @DisplayName("No method is longer than 70 lines, except for tables of test data")
    void methodsAreShort() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<Path> files = Repository.files("java");
        Set<String> tooLong = new TreeSet<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree file : task.parse()) {
                new LongMethods(file, positions, tooLong).scan(file, null);
            }
        }

        assertThat(tooLong).isEqualTo(new TreeSet<>(TABLES));
    }

    private static final class LongMethods extends TreeScanner<@Nullable Void, @Nullable Void> {

        private final CompilationUnitTree file;
        private final SourcePositions positions;
        private final Set<String> found;

        LongMethods(CompilationUnitTree file, SourcePositions positions, Set<String> found) {
            this.file = file;
            this.positions = positions;
            this.found = found;
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
            if (method.getBody() != null) {
                LineMap lines = file.getLineMap();
                long first = lines.getLineNumber(positions.getStartPosition(file, method.getBody()));
                long last = lines.getLineNumber(positions.getEndPosition(file, method.getBody()));
                if (last - first + 1 > LINES_MAX) {
                    String name =
                            Path.of(file.getSourceFile().toUri()).getFileName().toString();
                    found.add(name.replace(".java", "") + "." + method.getName());
                }
            }
            return super.visitMethod(method, null);
        }
    }
}

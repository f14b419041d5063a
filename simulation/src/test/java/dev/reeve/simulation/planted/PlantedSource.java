package dev.reeve.simulation.planted;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles one source of Reeve with a bug in it. */
final class PlantedSource {

    private PlantedSource() {}

    /** The classes of the file, by name. */
    static Map<String, byte[]> classes(Mutant mutant) throws IOException {
        String source = Files.readString(root().resolve(mutant.file()));
        int at = source.indexOf(mutant.text());
        if (at < 0 || source.indexOf(mutant.text(), at + 1) >= 0) {
            throw new IllegalStateException("'%s': expected its text once in %s, found it %s"
                    .formatted(mutant.name(), mutant.file(), at < 0 ? "nowhere" : "more than once"));
        }
        return compile(mutant, source.replace(mutant.text(), mutant.instead()));
    }

    static Path root() {
        Path path = Path.of("").toAbsolutePath();
        while (!Files.exists(path.resolve("reeve"))) {
            path = Objects.requireNonNull(path.getParent(), "the tests run inside a checkout");
        }
        return path;
    }

    private static Map<String, byte[]> compile(Mutant mutant, String source) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                InMemory memory = new InMemory(files)) {
            List<String> options = List.of(
                    "-proc:none",
                    "-nowarn",
                    "-parameters",
                    "--release",
                    "21",
                    "-cp",
                    System.getProperty("java.class.path"));
            boolean well = compiler.getTask(
                            messages, memory, null, options, null, List.of(new Source(mutant.file(), source)))
                    .call();
            if (!well) {
                throw new IllegalStateException("'%s' does not compile: %s".formatted(mutant.name(), messages));
            }
            Map<String, byte[]> classes = new HashMap<>();
            memory.classes.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
            return classes;
        }
    }

    /** The source to be compiled. */
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String file, String text) {
            super(URI.create("planted:///" + file), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Keeps what is compiled. */
    private static final class InMemory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

        InMemory(StandardJavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("planted:///" + name), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    classes.put(name, bytes);
                    return bytes;
                }
            };
        }
    }
}

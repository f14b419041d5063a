package dev.reeve.simulation.planted;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Loads Reeve anew, with one bug in it. The modules below the one with the bug are the same for all bugs, and are
 * loaded and compiled by the JVM only once.
 */
final class PlantedClasses extends ClassLoader {

    private static final String OURS = "dev.reeve.";

    /** The module that users import from, which knows no other. */
    private static final Pattern API = Pattern.compile(
            "dev\\.reeve\\.((workflow|agent|spi|spi\\.transport|internal\\.values|internal\\.provider)\\.)?[A-Z].*");

    private static final List<String> BELOW_CORE =
            List.of("dev.reeve.internal.model.", "dev.reeve.simulation.oracle.", "dev.reeve.internal.agent.");

    private static final List<String> BELOW_ENGINE = List.of(
            "dev.reeve.internal.model.",
            "dev.reeve.simulation.oracle.",
            "dev.reeve.internal.agent.",
            "dev.reeve.internal.core.");

    private static final List<String> BELOW_AGENT =
            List.of("dev.reeve.internal.model.", "dev.reeve.simulation.oracle.", "dev.reeve.internal.core.");

    private final List<String> shared;
    private final Map<String, byte[]> planted;

    private PlantedClasses(List<String> shared, Map<String, byte[]> planted) {
        super(PlantedClasses.class.getClassLoader());
        this.shared = shared;
        this.planted = planted;
    }

    static PlantedClasses with(Mutant mutant) throws IOException {
        String source = Files.readString(root().resolve(mutant.file()));
        int at = source.indexOf(mutant.text());
        if (at < 0 || source.indexOf(mutant.text(), at + 1) >= 0) {
            throw new IllegalStateException("'%s': expected its text once in %s, found it %s"
                    .formatted(mutant.name(), mutant.file(), at < 0 ? "nowhere" : "more than once"));
        }
        List<String> shared = mutant.file().startsWith("core/")
                ? BELOW_CORE
                : mutant.file().startsWith("agent/") ? BELOW_AGENT : BELOW_ENGINE;
        return new PlantedClasses(shared, compile(mutant, source.replace(mutant.text(), mutant.instead())));
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
            List<String> options =
                    List.of("-proc:none", "-nowarn", "-parameters", "-cp", System.getProperty("java.class.path"));
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

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (!name.startsWith(OURS)
                    || API.matcher(name).matches()
                    || shared.stream().anyMatch(name::startsWith)) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known == null ? define(name) : known;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes = planted.get(name);
        try (InputStream original = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (bytes == null && original == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] code = bytes == null ? original.readAllBytes() : bytes;
            return defineClass(name, code, 0, code.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
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

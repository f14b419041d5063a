package dev.reeve.internal.model.reading;

import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.document.DocumentReader;
import dev.reeve.internal.values.Limits;
import dev.reeve.workflow.InvalidWorkflowException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Reads definitions from files and from the class path. */
public final class DefinitionLoader {

    private DefinitionLoader() {}

    /**
     * Reads a definition from a file. The ending of its name sets the format, as for {@link
     * DefinitionReader#parse(String, String)}.
     *
     * @throws InvalidWorkflowException with all problems, if any were found
     * @throws UncheckedIOException if the file cannot be read
     */
    public static Definition load(Path file) {
        return load(file, Limits.DEFAULT.definitionBytes());
    }

    /**
     * Like {@link #load(Path)}.
     *
     * @param bytesMax as for {@link DefinitionReader#parse(String, String, int)}
     */
    static Definition load(Path file, int bytesMax) {
        return DefinitionReader.parse(text(file, bytesMax), file.toString(), bytesMax);
    }

    /**
     * Reads a definition from a file, and finds its warnings too.
     *
     * @throws UncheckedIOException if the file cannot be read
     */
    public static CheckedDefinition check(Path file) {
        try {
            return DefinitionReader.check(text(file, Limits.DEFAULT.definitionBytes()), file.toString());
        } catch (InvalidWorkflowException e) {
            return new CheckedDefinition(null, e.problems());
        }
    }

    private static String text(Path file, int bytesMax) {
        try {
            long bytes = Files.size(file);
            if (bytes > DocumentReader.textBytesMax(bytesMax)) {
                throw new InvalidWorkflowException(file.toString(), List.of(DocumentReader.tooLong(bytes, bytesMax)));
            }
            return read(file, DocumentReader.textBytesMax(bytesMax));
        } catch (NoSuchFileException e) {
            throw new UncheckedIOException("there is no file " + file, e);
        } catch (CharacterCodingException e) {
            throw new UncheckedIOException(file + " is not text in UTF-8: save it as UTF-8", e);
        } catch (AccessDeniedException e) {
            throw new UncheckedIOException("%s may not be read by this process".formatted(file), e);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    Files.isDirectory(file)
                            ? "%s is a directory: name a file".formatted(file)
                            : "cannot read %s: %s".formatted(file, e.getMessage()),
                    e);
        }
    }

    /** Reads no more than the limit: devices and pipes do not know their size, and may be endless. */
    private static String read(Path file, int limit) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(limit + 1);
            if (bytes.length > limit) {
                throw new IOException("it has no end within %,d bytes, which is the limit".formatted(limit));
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        }
    }

    /**
     * Reads a definition from the class path, such as one packaged with your program.
     *
     * <pre>{@code
     * DefinitionLoader.load(Shop.class, "order_fulfilment.yaml"); // beside Shop.class
     * DefinitionLoader.load(Shop.class, "/workflows/order_fulfilment.yaml");
     * }</pre>
     *
     * @param beside the class whose {@link Class#getResource} finds the resource
     * @param resource the name, relative to the class's package, or to the root if it begins with a slash
     * @throws InvalidWorkflowException with all problems, if any were found
     * @throws UncheckedIOException if the resource does not exist or cannot be read
     */
    static Definition load(Class<?> beside, String resource) {
        String name = "class path resource " + resource;
        int max = DocumentReader.textBytesMax(Limits.DEFAULT.definitionBytes());
        try (InputStream in = beside.getResourceAsStream(resource)) {
            if (in == null) {
                throw new UncheckedIOException(
                        "there is no %s beside %s: a name from the root of the class path begins with a slash"
                                .formatted(name, beside.getName()),
                        new FileNotFoundException(resource));
            }
            byte[] bytes = in.readNBytes(max + 1);
            if (bytes.length > max) {
                throw new InvalidWorkflowException(
                        name, List.of(DocumentReader.tooLong(bytes.length, Limits.DEFAULT.definitionBytes())));
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            // the ending of the name gives the format
            return DefinitionReader.parse(text, name);
        } catch (CharacterCodingException e) {
            throw new UncheckedIOException(name + " is not text in UTF-8: save it as UTF-8", e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s: %s".formatted(name, e), e);
        }
    }
}

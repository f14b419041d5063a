package dev.reeve.internal.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The body of a request, which is read once, as a stream or as a whole. Reading blocks. */
@FunctionalInterface
public interface RequestBody {

    RequestBody NONE = InputStream::nullInputStream;

    InputStream stream();

    /**
     * The whole body.
     *
     * @throws HttpException 413 if it is longer than this; 400 if the sender does not send all of it
     */
    default byte[] bytes(int max) {
        try (InputStream in = stream()) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] buffer = new byte[8_192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (out.size() + read > max) {
                    throw HttpException.tooLarge(max);
                }
                out.write(buffer, 0, read);
            }
            return out.toByteArray();
        } catch (IOException e) {
            throw HttpException.incomplete(e);
        }
    }

    /** As {@link #bytes}, as text in UTF-8. */
    default String text(int max) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes(max)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw HttpException.notUtf8(e);
        }
    }
}

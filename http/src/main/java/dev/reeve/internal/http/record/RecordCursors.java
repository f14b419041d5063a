package dev.reeve.internal.http.record;

import dev.reeve.InvalidInputException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals the ends of pages of a record. A position would show how much the callers of other namespaces do, and in the
 * record of another server it would be the end of no page. The key is made anew with each start. Thread-safe.
 */
final class RecordCursors {

    private static final String METHOD = "AES/GCM/NoPadding";
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int BYTES = NONCE_BYTES + Integer.BYTES + Long.BYTES + TAG_BITS / Byte.SIZE;

    /**
     * Where a page ends.
     *
     * @param number of a file
     * @param position in this file, before which the next page begins
     */
    record End(int number, long position) {}

    private final SecureRandom random = new SecureRandom();
    private final SecretKey key = new SecretKeySpec(bytes(KEY_BYTES), "AES");

    private byte[] bytes(int number) {
        byte[] bytes = new byte[number];
        random.nextBytes(bytes);
        return bytes;
    }

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(METHOD);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }

    String seal(End end) {
        byte[] nonce = bytes(NONCE_BYTES);
        byte[] plain = ByteBuffer.allocate(Integer.BYTES + Long.BYTES)
                .putInt(end.number())
                .putLong(end.position())
                .array();
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(plain);
            byte[] all = ByteBuffer.allocate(BYTES).put(nonce).put(sealed).array();
            return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has AES with GCM", e);
        }
    }

    /**
     * The end of a page of this record.
     *
     * @throws InvalidInputException if the text is anything else, such as a cursor of another server
     */
    End open(String text) {
        try {
            ByteBuffer all = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
            if (all.capacity() != BYTES) {
                throw none();
            }
            byte[] nonce = new byte[NONCE_BYTES];
            byte[] sealed = new byte[BYTES - NONCE_BYTES];
            all.get(nonce).get(sealed);
            ByteBuffer plain =
                    ByteBuffer.wrap(cipher(Cipher.DECRYPT_MODE, nonce).doFinal(sealed));
            return new End(plain.getInt(), plain.getLong());
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            throw none();
        }
    }

    private static InvalidInputException none() {
        return new InvalidInputException(
                "'cursor': it is of no page that this server has sent since its start: send the"
                        + " member 'next' of the previous page, ask the same server, or begin anew without a cursor");
    }
}

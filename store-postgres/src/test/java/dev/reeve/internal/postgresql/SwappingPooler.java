package dev.reeve.internal.postgresql;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Behaves as PgBouncer in transaction mode, and worse: the sessions of the server are handed out in turn, so that no
 * two transactions of a client get the same one. It speaks the protocol, since the driver must not know of it. The next
 * user of a session finds all that is left in it.
 */
public final class SwappingPooler implements AutoCloseable {

    private static final int SSL_REQUEST = 80_877_103;
    private static final int GSS_REQUEST = 80_877_104;
    private static final int START = 196_608;

    private final int port;
    private final int count;
    private final ServerSocket listening;
    private final BlockingQueue<Session> idle;
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();

    private final List<Message> greeting = new ArrayList<>();

    /** @param port of the server, which asks for no password */
    public SwappingPooler(int port, int count) throws IOException {
        this.port = port;
        this.count = count;
        idle = new ArrayBlockingQueue<>(count);
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return listening.getLocalPort();
    }

    private static final class Message {

        private final int type;
        private final byte[] content;

        Message(int type, byte[] content) {
            this.type = type;
            this.content = content;
        }

        int type() {
            return type;
        }

        byte[] content() {
            return content;
        }

        static Message read(DataInputStream in) throws IOException {
            int type = in.readUnsignedByte();
            return new Message(type, in.readNBytes(in.readInt() - 4));
        }

        void write(DataOutputStream out) throws IOException {
            out.writeByte(type);
            out.writeInt(content.length + 4);
            out.write(content);
        }
    }

    /** One of the server's. */
    private record Session(DataInputStream in, DataOutputStream out) {}

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                client.setTcpNoDelay(true);
                open.add(client);
                Thread.ofVirtual().start(() -> serve(client));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket client) {
        try (client) {
            DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream(), 65_536));
            DataOutputStream out = new DataOutputStream(new BufferedOutputStream(client.getOutputStream(), 65_536));
            byte[] start = start(in, out);
            if (start.length == 0) {
                return;
            }
            connect(start);
            for (Message message : greeting) {
                message.write(out);
            }
            out.flush();
            while (transaction(in, out)) {
                out.flush();
            }
        } catch (IOException e) {
            // the client has gone
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(client);
        }
    }

    /** Empty for cancel requests. */
    private static byte[] start(DataInputStream in, DataOutputStream out) throws IOException {
        while (true) {
            int length = in.readInt();
            int code = in.readInt();
            byte[] rest = in.readNBytes(length - 8);
            switch (code) {
                case SSL_REQUEST, GSS_REQUEST -> {
                    out.writeByte('N');
                    out.flush();
                }
                case START -> {
                    return rest;
                }
                default -> {
                    return new byte[0];
                }
            }
        }
    }

    /** All sessions are made as the first client wants them. */
    private synchronized void connect(byte[] start) throws IOException {
        if (!greeting.isEmpty()) {
            return;
        }
        for (int i = 0; i < count; i++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            open.add(socket);
            Session session = new Session(
                    new DataInputStream(new BufferedInputStream(socket.getInputStream(), 65_536)),
                    new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 65_536)));
            session.out().writeInt(start.length + 8);
            session.out().writeInt(START);
            session.out().write(start);
            session.out().flush();
            greeting.clear();
            Message message;
            do {
                message = Message.read(session.in());
                // the process that a client may cancel is nobody's
                greeting.add(message.type() == 'K' ? new Message('K', new byte[message.content().length]) : message);
            } while (message.type() != 'Z');
            idle.add(session);
        }
    }

    /** False once the client has said goodbye. */
    private boolean transaction(DataInputStream in, DataOutputStream out) throws IOException, InterruptedException {
        Message message = Message.read(in);
        if (message.type() == 'X') {
            return false;
        }
        Session session = idle.take();
        boolean ended = false;
        while (!ended) {
            message.write(session.out());
            if (message.type() == 'S' || message.type() == 'Q') {
                session.out().flush();
                ended = answer(session, out);
                out.flush();
            }
            if (!ended) {
                message = Message.read(in);
            }
        }
        idle.add(session);
        return true;
    }

    /** Whether the transaction has ended with it. */
    private static boolean answer(Session session, DataOutputStream out) throws IOException {
        while (true) {
            Message message = Message.read(session.in());
            message.write(out);
            if (message.type() == 'Z') {
                return message.content()[0] == 'I';
            }
        }
    }

    /** The answer of each unused session: the first column of the first row. */
    public List<String> askAll(String sql) throws IOException, InterruptedException {
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Session session = idle.take();
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            text.write(sql.getBytes(StandardCharsets.UTF_8));
            text.write(0);
            new Message('Q', text.toByteArray()).write(session.out());
            session.out().flush();
            Message message;
            do {
                message = Message.read(session.in());
                if (message.type() == 'D') {
                    // the number of columns and the length of the first come before it
                    answers.add(new String(message.content(), 6, message.content().length - 6, StandardCharsets.UTF_8));
                }
            } while (message.type() != 'Z');
            idle.add(session);
        }
        return answers;
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (Closeable socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

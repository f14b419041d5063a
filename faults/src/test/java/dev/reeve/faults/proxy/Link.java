package dev.reeve.faults.proxy;

import dev.reeve.faults.proxy.Wire.Message;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One connection through the proxy. One thread reads the client, splits its messages into exchanges, and asks for their
 * fates. A second thread reads the server, and forwards each answer, or not, as the fate of its exchange says.
 */
final class Link {

    private final int number;
    private final Socket client;
    private final Socket server;
    private final Function<Exchange, Fate> fates;

    /** The fates of exchanges that the server has and has not answered. */
    private final ConcurrentLinkedQueue<Fate> unanswered = new ConcurrentLinkedQueue<>();

    private final Map<String, String> statements = new HashMap<>();
    private final Map<String, String> portals = new HashMap<>();

    private volatile boolean silent;
    private volatile boolean mute;

    Link(int number, Socket client, Socket server, Function<Exchange, Fate> fates) {
        this.number = number;
        this.client = client;
        this.server = server;
        this.fates = fates;
    }

    void start() {
        Thread.ofVirtual().name("proxy-up-" + number).start(() -> guarded(this::up));
    }

    private interface Work {
        void run() throws IOException;
    }

    /** A broken socket is expected: it ends only this link. */
    private void guarded(Work work) {
        try {
            work.run();
        } catch (IOException e) {
            // the other direction notices when its sockets are closed
        } finally {
            if (!silent && !mute) {
                close();
            }
        }
    }

    void close() {
        close(client);
        close(server);
    }

    /** Closes without a proper shutdown: the peer receives a reset. */
    void reset() {
        try {
            client.setSoLinger(true, 0);
            server.setSoLinger(true, 0);
        } catch (IOException e) {
            // closed already
        }
        close();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // nothing is left to lose
        }
    }

    private void up() throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream(), 1 << 16));
        OutputStream out = server.getOutputStream();
        byte[] startup = Wire.readStartup(in);
        while (Wire.code(startup) == Wire.SSL_REQUEST || Wire.code(startup) == Wire.GSS_REQUEST) {
            client.getOutputStream().write('N');
            startup = Wire.readStartup(in);
        }
        out.write(startup);
        if (Wire.code(startup) == Wire.CANCEL_REQUEST) {
            return;
        }
        // until the server is ready for the first exchange
        unanswered.add(Fate.PASS);
        Thread.ofVirtual().name("proxy-down-" + number).start(() -> guarded(this::down));
        ByteArrayOutputStream exchange = new ByteArrayOutputStream();
        List<String> executed = new ArrayList<>();
        for (Message message = Wire.read(in); message != null; message = Wire.read(in)) {
            message.writeTo(exchange);
            note(message, executed);
            if (message.type() == 'Q' || message.type() == 'S') {
                if (!send(new Exchange(number, List.copyOf(executed)), exchange, out)) {
                    return;
                }
                executed.clear();
            } else if (message.type() != 'H' && message.type() != 'p' && message.type() != 'X') {
                continue;
            } else if (!silent) {
                exchange.writeTo(out);
            }
            exchange.reset();
        }
    }

    private void note(Message message, List<String> executed) {
        switch (message.type()) {
            case 'Q' -> executed.add(message.texts(1)[0]);
            case 'P' -> {
                String[] texts = message.texts(2);
                statements.put(texts[0], texts[1]);
            }
            case 'B' -> {
                String[] texts = message.texts(2);
                portals.put(texts[0], statements.getOrDefault(texts[1], ""));
            }
            case 'E' -> executed.add(portals.getOrDefault(message.texts(1)[0], ""));
            default -> {
                // does not show what is executed
            }
        }
    }

    /** Returns whether to go on. */
    private boolean send(Exchange exchange, ByteArrayOutputStream bytes, OutputStream out) throws IOException {
        if (silent) {
            return true;
        }
        Fate fate = fates.apply(exchange);
        switch (fate) {
            case Fate.CutBefore cut -> {
                return false;
            }
            case Fate.Reset reset -> {
                reset();
                return false;
            }
            case Fate.Silence silence -> {
                silent = true;
                return true;
            }
            case Fate.Delay delay -> {
                pause(delay.by().toNanos());
                unanswered.add(fate);
                bytes.writeTo(out);
            }
            case Fate.CutBetween cut -> {
                bytes.writeTo(out);
                // the server's side stays open, so that the server continues its work
                mute = true;
                close(client);
                return false;
            }
            case Fate.Pass pass -> forward(fate, bytes, out);
            case Fate.CutAfter cut -> forward(fate, bytes, out);
            case Fate.Mute mute -> forward(fate, bytes, out);
            case Fate.Meanwhile meanwhile -> forward(fate, bytes, out);
        }
        return true;
    }

    private void forward(Fate fate, ByteArrayOutputStream bytes, OutputStream out) throws IOException {
        unanswered.add(fate);
        bytes.writeTo(out);
    }

    private static void pause(long nanos) {
        long until = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void down() throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(server.getInputStream(), 1 << 16));
        OutputStream out = client.getOutputStream();
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        for (Message message = Wire.read(in); message != null; message = Wire.read(in)) {
            message.writeTo(answer);
            @Nullable Fate fate = unanswered.peek();
            boolean whole = message.type() == 'Z';
            boolean held = fate instanceof Fate.CutAfter || fate instanceof Fate.Meanwhile || fate instanceof Fate.Mute;
            if (whole) {
                unanswered.poll();
                if (!settle(fate)) {
                    return;
                }
            } else if (held) {
                continue;
            }
            if (!mute && !silent) {
                if (whole || in.available() == 0) {
                    answer.writeTo(out);
                    answer.reset();
                }
            } else {
                answer.reset();
            }
        }
        if (!mute && !silent) {
            answer.writeTo(out);
        }
    }

    /** Handles the server's answer to an exchange of this fate. Returns whether the link lives on. */
    private boolean settle(@Nullable Fate fate) {
        if (fate instanceof Fate.CutAfter) {
            return false;
        }
        if (fate instanceof Fate.Mute) {
            mute = true;
        }
        if (fate instanceof Fate.Meanwhile meanwhile) {
            meanwhile.what().run();
        }
        return true;
    }
}

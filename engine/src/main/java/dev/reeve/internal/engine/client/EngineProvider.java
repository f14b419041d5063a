package dev.reeve.internal.engine.client;

import dev.reeve.JdbcReeve;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveReader;
import dev.reeve.WebhookOptions;
import dev.reeve.internal.engine.archive.DirectoryArchive;
import dev.reeve.internal.engine.client.reading.DirectReader;
import dev.reeve.internal.engine.webhook.WebhookChannel;
import dev.reeve.internal.provider.ReeveProvider;
import dev.reeve.spi.Archive;
import dev.reeve.spi.MessageChannel;
import java.nio.file.Path;
import java.time.Duration;
import javax.sql.DataSource;

/** Opens engines in this process, and what belongs to them. */
public final class EngineProvider implements ReeveProvider {

    @Override
    public Reeve open(Path file, NodeOptions options) {
        return EmbeddedReeve.open(file, options);
    }

    @Override
    public JdbcReeve open(DataSource dataSource, NodeOptions options) {
        return EmbeddedReeve.open(dataSource, options);
    }

    @Override
    public ReeveReader read(Path file) {
        return DirectReader.open(file);
    }

    @Override
    public ReeveReader read(DataSource dataSource) {
        return DirectReader.open(dataSource);
    }

    @Override
    public MessageChannel webhook(WebhookOptions options) {
        return WebhookChannel.of(options);
    }

    @Override
    public Archive directory(Path directory, Duration gathering) {
        return DirectoryArchive.at(directory).gathering(gathering);
    }
}

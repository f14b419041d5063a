package dev.reeve.internal.provider;

import dev.reeve.JdbcReeve;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveReader;
import dev.reeve.WebhookOptions;
import dev.reeve.spi.Archive;
import dev.reeve.spi.MessageChannel;
import java.nio.file.Path;
import java.time.Duration;
import javax.sql.DataSource;

/** Opens engines and what belongs to them. Implemented by {@code reeve-engine}. Thread-safe. */
public interface ReeveProvider {

    Reeve open(Path file, NodeOptions options);

    JdbcReeve open(DataSource dataSource, NodeOptions options);

    ReeveReader read(Path file);

    ReeveReader read(DataSource dataSource);

    MessageChannel webhook(WebhookOptions options);

    Archive directory(Path directory, Duration gathering);
}

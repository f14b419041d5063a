package dev.reeve.internal.spring;

import dev.reeve.JdbcReeve;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.SchemaDataSource;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.spring.ReeveProperties.OtherTransactions;
import dev.reeve.internal.spring.trace.CurrentSpan;
import dev.reeve.internal.spring.trace.TracedJdbcReeve;
import dev.reeve.internal.spring.trace.TracedReeve;
import dev.reeve.internal.spring.transaction.CallerTransactions;
import dev.reeve.internal.spring.transaction.CommitListener;
import dev.reeve.internal.spring.transaction.FileReeve;
import dev.reeve.internal.spring.transaction.JoiningReeve;
import dev.reeve.internal.spring.workflow.DeployedWorkflows;
import dev.reeve.spring.NodeOptionsCustomizer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Opens the engine of an application and deploys its definitions. */
public final class ReeveFactory {

    /** The name of the bean. */
    private static final String BEAN = "reeve";

    private final ReeveProperties properties;
    private final DeployedWorkflows workflows;
    private final List<NodeOptionsCustomizer> customizers;
    private final @Nullable CurrentSpan span;
    private volatile @Nullable Reeve engine;
    private volatile String store = "a store that the application has opened";

    /**
     * @param customizers applied to the options in this order
     * @param span to which starts belong that say nothing else; null if the application has no traces
     */
    public ReeveFactory(
            ReeveProperties properties,
            DeployedWorkflows workflows,
            List<NodeOptionsCustomizer> customizers,
            @Nullable CurrentSpan span) {
        this.properties = properties;
        this.workflows = workflows;
        this.customizers = List.copyOf(customizers);
        this.span = span;
    }

    private NodeOptions options(boolean shared) {
        NodeOptions options = properties.node().options(shared);
        for (NodeOptionsCustomizer customizer : customizers) {
            options = customizer.customize(options);
        }
        return options;
    }

    /** An engine on the file of the properties. */
    public Reeve onFile() {
        Path file = Objects.requireNonNull(properties.sqlite().file(), "reeve.sqlite.file");
        store = "SQLite, file " + file;
        Reeve reeve = ready(opened(() -> Reeve.open(file, options(false))));
        return span == null ? reeve : new TracedReeve(reeve, span);
    }

    /**
     * A door for commands on the file; none if the application has opened the engine itself.
     *
     * @param record keeps what these commands do
     */
    public FileDoor door(AccessRecord record) {
        Reeve opened = engine;
        Path file = properties.sqlite().file();
        return opened == null || file == null ? FileDoor.none() : FileDoor.of(opened, file, record);
    }

    /** As {@link #onFile}, with an answer for callers that are in a transaction. */
    public Reeve onFileBesideTransactions() {
        Reeve reeve = onFile();
        return properties.transactions().other() == OtherTransactions.INDEPENDENT ? reeve : new FileReeve(reeve);
    }

    /**
     * An engine on a database, whose starts join transactions.
     *
     * @param marked those that the application has marked for the engine
     * @param commits knows which transactions have been committed
     */
    public JdbcReeve onDatabase(
            ConfigurableListableBeanFactory beans,
            ObjectProvider<DataSource> dataSources,
            ObjectProvider<DataSource> marked,
            CommitListener commits) {
        DataSource dataSource = chosen(beans, dataSources, marked);
        isClosedBefore(beans, dataSource);
        String joined = properties.transactions().dataSource();
        CallerTransactions transactions = new CallerTransactions(
                joined == null ? dataSource : named(beans, joined),
                commits,
                properties.transactions().other() == OtherTransactions.INDEPENDENT);
        String schema = properties.postgresql().schema();
        DataSource database =
                schema.equals(SchemaDataSource.DEFAULT) ? dataSource : SchemaDataSource.of(dataSource, schema);
        store = "PostgreSQL, schema " + schema;
        JdbcReeve reeve = ready(opened(() -> Reeve.open(database, options(true))));
        return new JoiningReeve(span == null ? reeve : new TracedJdbcReeve(reeve, span), transactions);
    }

    /** Spring destroys beans before those on which they depend. */
    private static void isClosedBefore(ConfigurableListableBeanFactory beans, DataSource dataSource) {
        for (String name : beans.getBeanNamesForType(DataSource.class, true, false)) {
            if (dataSource.equals(beans.getSingleton(name))) {
                beans.registerDependentBean(name, BEAN);
            }
        }
    }

    private static DataSource chosen(
            ListableBeanFactory beans, ObjectProvider<DataSource> dataSources, ObjectProvider<DataSource> marked) {
        DataSource own = marked.getIfUnique();
        DataSource chosen = own == null ? dataSources.getIfUnique() : own;
        if (chosen == null) {
            throw new StartupException(
                    "The application has several DataSource beans, and Reeve does not know which one to use: %s."
                            .formatted(String.join(", ", beans.getBeanNamesForType(DataSource.class))),
                    "Annotate one of them with @ReeveDataSource or @Primary.",
                    null);
        }
        return chosen;
    }

    private static DataSource named(ListableBeanFactory beans, String name) {
        try {
            return beans.getBean(name, DataSource.class);
        } catch (NoSuchBeanDefinitionException e) {
            throw new StartupException(
                    "The property reeve.transactions.data-source names '%s', and no DataSource has this name."
                            .formatted(name),
                    "Use one of %s.".formatted(String.join(", ", beans.getBeanNamesForType(DataSource.class))),
                    e);
        }
    }

    private static <R extends Reeve> R opened(Supplier<R> opening) {
        try {
            return opening.get();
        } catch (ReeveException e) {
            throw new StartupException(
                    "The store of Reeve cannot be opened (%s): %s".formatted(e.code(), e.getMessage()),
                    "The guide is docs/guide/spring-boot.md; the codes are in docs/reference/errors.md.",
                    e);
        }
    }

    /** The handle for the namespace, with the definitions deployed. */
    @SuppressWarnings("unchecked") // a handle has the class of the engine
    private <R extends Reeve> R ready(R reeve) {
        try {
            R handle = (R) reeve.namespace(properties.namespace());
            workflows.deployTo(handle);
            engine = handle;
            return handle;
        } catch (RuntimeException e) {
            reeve.close();
            throw e;
        }
    }

    /** The record of calls, which the caller closes. */
    public CallRecord record() {
        return CallRecord.of(properties.record());
    }

    /** The engine without the handle of transactions; null if the application has opened one itself. */
    public @Nullable Reeve engine() {
        return engine;
    }

    /** The kind of the store, for people. */
    public String store() {
        return store;
    }
}

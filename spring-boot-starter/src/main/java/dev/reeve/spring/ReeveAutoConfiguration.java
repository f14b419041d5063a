package dev.reeve.spring;

import dev.reeve.JdbcReeve;
import dev.reeve.Reeve;
import dev.reeve.internal.spring.CallRecord;
import dev.reeve.internal.spring.FileDoor;
import dev.reeve.internal.spring.ReeveFactory;
import dev.reeve.internal.spring.ReeveProperties;
import dev.reeve.internal.spring.StartupException;
import dev.reeve.internal.spring.action.AgentLifecycle;
import dev.reeve.internal.spring.trace.CurrentSpan;
import dev.reeve.internal.spring.transaction.CommitListener;
import dev.reeve.internal.spring.workflow.DeployedWorkflows;
import dev.reeve.internal.spring.workflow.WorkflowResources;
import dev.reeve.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.util.ClassUtils;

/**
 * Opens an engine in the database of the application, or in the file that {@code reeve.sqlite.file} names. Deploys the
 * definitions of the application, and starts an agent for the {@link Action} methods of its beans.
 *
 * <p>The bean is a {@link Reeve}, in a database also a {@link JdbcReeve}. It is opened after the migrations of the
 * database and closed before its DataSource. An application may declare a bean of its own instead, which then gets the
 * definitions and agents.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
            "org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration"
        })
@ConditionalOnProperty(name = "reeve.enabled", matchIfMissing = true)
@EnableConfigurationProperties(ReeveProperties.class)
public final class ReeveAutoConfiguration {

    @Bean
    DeployedWorkflows reeveWorkflows(
            ReeveProperties properties, ApplicationContext resources, ObjectProvider<Workflow> declared) {
        return new DeployedWorkflows(() -> {
            List<Workflow> all = new ArrayList<>(WorkflowResources.read(resources, properties.workflows()));
            declared.orderedStream().forEach(all::add);
            return all;
        });
    }

    @Bean
    ReeveFactory reeveFactory(
            ReeveProperties properties,
            DeployedWorkflows workflows,
            ObjectProvider<NodeOptionsCustomizer> customizers,
            ObjectProvider<CurrentSpan> span) {
        return new ReeveFactory(
                properties, workflows, customizers.orderedStream().toList(), span.getIfAvailable());
    }

    /** Opened only if there is a way for callers. */
    @Bean
    @Lazy
    CallRecord reeveRecord(ReeveFactory factory) {
        return factory.record();
    }

    @Bean
    @Lazy(false)
    AgentLifecycle reeveAgents(
            Reeve reeve,
            ReeveProperties properties,
            ReeveFactory factory,
            DeployedWorkflows workflows,
            ConfigurableListableBeanFactory beans,
            Environment environment) {
        String named = properties.agent().name();
        return new AgentLifecycle(
                reeve,
                properties,
                workflows,
                beans,
                named == null ? environment.getProperty("spring.application.name", "application") : named,
                factory.store());
    }

    /** An engine on a file. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty("reeve.sqlite.file")
    @Order(1)
    static class OnFile {

        @Bean
        @ConditionalOnMissingBean
        Reeve reeve(ReeveFactory factory) {
            return ClassUtils.isPresent(
                            "org.springframework.transaction.support.TransactionSynchronizationManager", null)
                    ? factory.onFileBesideTransactions()
                    : factory.onFile();
        }

        /** Closed before the engine, on which it depends. */
        @Bean
        @Lazy(false)
        @ConditionalOnClass(name = "com.sun.net.httpserver.HttpServer")
        @ConditionalOnProperty(name = "reeve.sqlite.door", matchIfMissing = true)
        FileDoor reeveDoor(Reeve reeve, ReeveFactory factory, CallRecord record) {
            return factory.door(record);
        }
    }

    /** An engine on a database. */
    @Configuration(proxyBeanMethods = false)
    @Conditional(NoFile.class)
    @ConditionalOnClass({DataSource.class, DataSourceUtils.class})
    @ConditionalOnBean(DataSource.class)
    @Order(2)
    static class OnDatabase {

        /** Spring Boot adds it to the transaction managers, which exist before the engine. */
        @Bean
        static CommitListener reeveCommitListener() {
            return new CommitListener();
        }

        @Bean
        @ConditionalOnMissingBean(Reeve.class)
        @DependsOnDatabaseInitialization
        JdbcReeve reeve(
                ReeveFactory factory,
                ConfigurableListableBeanFactory beans,
                ObjectProvider<DataSource> dataSources,
                @ReeveDataSource ObjectProvider<DataSource> marked,
                CommitListener commits) {
            return factory.onDatabase(beans, dataSources, marked, commits);
        }
    }

    /** The message for an application without a store. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(Reeve.class)
    @Order(3)
    static class WithoutStore {

        @Bean
        Reeve reeve() {
            throw new StartupException(
                    "Reeve has no store: there is neither a DataSource nor the property reeve.sqlite.file.",
                    "Set spring.datasource.url to a PostgreSQL database and add spring-boot-starter-jdbc, set reeve.sqlite.file and add reeve-sqlite, or set reeve.enabled=false.",
                    null);
        }
    }

    /** Whether no file is named. */
    static final class NoFile extends NoneNestedConditions {

        NoFile() {
            super(ConfigurationPhase.PARSE_CONFIGURATION);
        }

        @ConditionalOnProperty("reeve.sqlite.file")
        static class File {}
    }
}

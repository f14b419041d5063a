package dev.reeve.internal.spring.web;

import dev.reeve.internal.spring.ReeveProperties;
import dev.reeve.spring.ReeveAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Maps exceptions of Reeve to problem details, in web applications on servlets. */
@AutoConfiguration(after = ReeveAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({RestControllerAdvice.class, ProblemDetail.class})
@ConditionalOnProperty(
        name = {"reeve.enabled", "reeve.problem-details.enabled"},
        matchIfMissing = true)
public final class ProblemAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    ProblemAdvice reeveProblemAdvice(ObjectProvider<MountedApi> api, ReeveProperties properties) {
        return new ProblemAdvice(
                () -> api.getIfAvailable() == null ? null : properties.http().path());
    }
}

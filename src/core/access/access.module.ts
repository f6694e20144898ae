import { Global, Module } from '@nestjs/common';
import type { DynamicModule, Type } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { PasswordChecks } from './password-checks.js';
import { AuthenticateStep } from './steps/authenticate.step.js';
import { requestSteps, STEPS } from './steps/index.js';
import { RateLimitStep } from './steps/rate-limit.step.js';
import { CallerResolver } from './caller-resolver.js';
import { RateLimits } from './rate-limits.js';
import { SudoService } from './sudo.service.js';
import { TargetResolvers } from './target-resolvers.js';

/** Who may call a route; every request passes its guard. */
@Global()
@Module({
  providers: [
    ...STEPS,
    requestSteps,
    AuthenticateStep,
    RateLimitStep,
    RateLimits,
    SudoService,
    PasswordChecks,
    CallerResolver,
    TargetResolvers,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [PasswordChecks, CallerResolver, RateLimits, SudoService],
})
export class AccessModule {
  /** These modules provide what the steps ask for: credentials, settings, accounts, feature flags. */
  static with(providing: readonly Type[]): DynamicModule {
    return { module: AccessModule, imports: [...providing] };
  }
}

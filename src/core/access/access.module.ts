import { Global, Module } from '@nestjs/common';
import type { DynamicModule, Type } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { PasswordChecks } from './password-checks.js';
import { AuthorizeStep } from './steps/authorize.step.js';
import { AuthenticateStep } from './steps/authenticate.step.js';
import { IdentifyStep } from './steps/identify.step.js';
import { IdempotencyStep } from './steps/idempotency.step.js';
import { ParametersStep } from './steps/parameters.step.js';
import { RateLimitStep } from './steps/rate-limit.step.js';
import { ReadRequestStep } from './steps/read-request.step.js';
import { SignedInStep } from './steps/signed-in.step.js';
import { SudoStep } from './steps/sudo.step.js';
import { UnitOfWorkStep } from './steps/unit-of-work.step.js';
import { CallerResolver } from './caller-resolver.js';

/** Who may call a route; every request passes its guard. */
@Global()
@Module({
  providers: [
    ReadRequestStep,
    AuthenticateStep,
    RateLimitStep,
    IdentifyStep,
    SudoStep,
    SignedInStep,
    IdempotencyStep,
    AuthorizeStep,
    ParametersStep,
    UnitOfWorkStep,
    PasswordChecks,
    CallerResolver,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [PasswordChecks, CallerResolver],
})
export class AccessModule {
  /** These modules provide what the steps ask for: credentials, settings, accounts, feature flags. */
  static with(providing: readonly Type[]): DynamicModule {
    return { module: AccessModule, imports: [...providing] };
  }
}

import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JudgeGuard } from './judge.guard.js';
import { PasswordChecks } from './password-checks.js';
import { AdmitStep } from './steps/admit.step.js';
import { AuthenticateStep } from './steps/authenticate.step.js';
import { IdentifyStep } from './steps/identify.step.js';
import { IdempotencyStep } from './steps/idempotency.step.js';
import { ParametersStep } from './steps/parameters.step.js';
import { RateLimitStep } from './steps/rate-limit.step.js';
import { ReadRequestStep } from './steps/read-request.step.js';
import { SignedInStep } from './steps/signed-in.step.js';
import { SudoStep } from './steps/sudo.step.js';
import { UnitOfWorkStep } from './steps/unit-of-work.step.js';
import { WhoAsks } from './who-asks.js';

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
    AdmitStep,
    ParametersStep,
    UnitOfWorkStep,
    PasswordChecks,
    WhoAsks,
    { provide: APP_GUARD, useClass: JudgeGuard },
  ],
  exports: [PasswordChecks, WhoAsks],
})
export class AccessModule {}

import type { Provider } from '@nestjs/common';
import { AuthorizeStep } from './authorize.step.js';
import { IdempotencyStep } from './idempotency.step.js';
import { IdentifyStep } from './identify.step.js';
import { OpenStep } from './open.step.js';
import { ParametersStep } from './parameters.step.js';
import { ReadRequestStep } from './read-request.step.js';
import { SignedInStep } from './signed-in.step.js';
import type { Step } from './step.js';
import { SudoStep } from './sudo.step.js';
import { UnitOfWorkStep } from './unit-of-work.step.js';

/** The checks of every request; this list is the contract's order (contract: conventions §1). */
export const STEPS = [
  OpenStep,
  ReadRequestStep,
  IdentifyStep,
  SudoStep,
  SignedInStep,
  IdempotencyStep,
  AuthorizeStep,
  ParametersStep,
  UnitOfWorkStep,
] as const;

/** What the guard injects: an instance of each of {@link STEPS}, in their order. */
export const REQUEST_STEPS = Symbol('request steps');

export const requestSteps: Provider = {
  provide: REQUEST_STEPS,
  useFactory: (...steps: Step[]): readonly Step[] => steps,
  inject: [...STEPS],
};

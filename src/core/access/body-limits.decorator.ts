import { SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { USUAL_LIMITS } from '../../platform/http/read-body.js';
import type { BodyLimits } from '../../platform/http/read-body.js';

const BODY_LIMITS = Symbol('body limits');
/** The method and the controller whose decorators are read, in this order. */
export type MetadataTargets = Parameters<Reflector['getAllAndOverride']>[1];

/** The route takes larger bodies than others. */
export const TakesBody = (limits: BodyLimits) => SetMetadata(BODY_LIMITS, limits);

export const bodyLimitsOf = (reflector: Reflector, targets: MetadataTargets): BodyLimits =>
  reflector.getAllAndOverride<BodyLimits | undefined>(BODY_LIMITS, targets) ?? USUAL_LIMITS;

import { createParamDecorator, SetMetadata } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import type { PackageRight } from '../access/package-rights.js';
import { callOf } from './package-call.js';

export const NEEDS = Symbol('package right');

/** Every route of a package protocol says which right it needs; one that does not refuses everybody. */
export const Needs = (right: PackageRight) => SetMetadata(NEEDS, right);

/** The authorized request. */
export const Call = createParamDecorator((_: unknown, context) =>
  callOf(context.switchToHttp().getRequest<HttpRequest>()),
);

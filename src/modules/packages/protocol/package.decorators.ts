import { createParamDecorator, SetMetadata } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import type { PackageRight } from '../access/package-rights.js';
import { callOf } from './package-call.js';
import { reachOf } from './package-reach.js';

export const NEEDS = Symbol('package right');
export const PASSES = Symbol('audience of passes');
export const CHECKS_PATH = Symbol('checks its path');
export const ABOUT = Symbol('what a package protocol is about');

/** What the address of a package protocol names: a project, a group, or nothing. */
export type PackagePrefix = 'project' | 'group' | 'instance';

/** Every route of a package protocol says which right it needs; one that does not refuses everybody. */
export const Needs = (right: PackageRight) => SetMetadata(NEEDS, right);

/** For a controller whose routes are not about the project of `:id`; they only read (contract: packages §4.9). */
export const About = (prefix: Exclude<PackagePrefix, 'project'>) => SetMetadata(ABOUT, prefix);

/** For a controller that takes passes of this audience as bearer tokens. */
export const AcceptsPasses = (audience: string) => SetMetadata(PASSES, audience);

/** For a controller that tells of every wrong value of its path at once, hostile ones among them. */
export const ChecksPath = () => SetMetadata(CHECKS_PATH, true);

/** The authorized request. */
export const Call = createParamDecorator((_: unknown, context) =>
  callOf(context.switchToHttp().getRequest<HttpRequest>()),
);

/** The projects that the authorized request reads; none for routes of the instance, which find theirs themselves. */
export const Reach = createParamDecorator((_: unknown, context) =>
  reachOf(context.switchToHttp().getRequest<HttpRequest>()),
);

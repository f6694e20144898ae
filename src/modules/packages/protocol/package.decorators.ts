import { createParamDecorator, SetMetadata } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import type { PackageRight } from '../access/package-rights.js';
import { callOf } from './package-call.js';
import { reachOf } from './package-reach.js';

export const NEEDS = Symbol('package right');
export const PASSES = Symbol('audience of passes');
export const CHECKS_PATH = Symbol('checks its path');
export const ABOUT = Symbol('what a package protocol is about');

/** What the path of a package protocol identifies: a project, a group, or neither. */
export type PackagePrefix = 'project' | 'group' | 'instance';

/** Declares the right that a route of a package protocol needs; a route without it rejects every request. */
export const Needs = (right: PackageRight) => SetMetadata(NEEDS, right);

/** For a controller whose routes do not concern the project of `:id`; they only read (contract: packages §4.9). */
export const About = (prefix: Exclude<PackagePrefix, 'project'>) => SetMetadata(ABOUT, prefix);

/** For a controller that accepts passes of this audience as bearer tokens. */
export const AcceptsPasses = (audience: string) => SetMetadata(PASSES, audience);

/** For a controller that reports all invalid values of its path at once, including hostile ones. */
export const ChecksPath = () => SetMetadata(CHECKS_PATH, true);

/** Injects the authorized request. */
export const Call = createParamDecorator((_: unknown, context) =>
  callOf(context.switchToHttp().getRequest<HttpRequest>()),
);

/**
 * Injects the projects that the authorized request reads; none for routes of the instance, which find them on their
 * own.
 */
export const Reach = createParamDecorator((_: unknown, context) =>
  reachOf(context.switchToHttp().getRequest<HttpRequest>()),
);

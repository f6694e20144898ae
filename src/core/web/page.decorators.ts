import {
  applyDecorators,
  createParamDecorator,
  SetMetadata,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { HttpRequest } from '../../platform/http/http-types.js';
import type { RawParams } from '../../common/params/form-encoding.js';
import { knowPreflightsBelow } from '../../platform/http/cross-origin.js';
import { RootController } from '../../platform/http/root-controller.js';
import { stateOf } from '../../platform/http/request-state.js';
import { Public } from '../access/allow.decorator.js';
import { readId } from '../access/request.decorators.js';
import { PageErrorFilter } from './page-error.filter.js';
import { PageGuard } from './page.guard.js';
import { PAGE_RULE } from './page-rule.js';
import type { PageRule } from './page-rule.js';
import { SignInInterceptor } from './sign-in.interceptor.js';
import { webContextOf } from './web-context-of.js';

/**
 * Declares pages below a path from the root of the service, with sessions, CSRF protection and error pages (contract:
 * oauth §2).
 */
export function PageController(path: string, rule: PageRule): ClassDecorator {
  knowPreflightsBelow(path.split('/', 1)[0] ?? ''); // pages of other origins get no access
  return applyDecorators(
    RootController(path),
    Public(),
    UseGuards(PageGuard),
    UseInterceptors(SignInInterceptor),
    UseFilters(PageErrorFilter),
    PageFor(rule),
  );
}

/** Requirements of one page that differ from those of its controller. */
export const PageFor = (rule: PageRule) => SetMetadata(PAGE_RULE, rule);

const requestOf = (context: ExecutionContext): HttpRequest => context.switchToHttp().getRequest<HttpRequest>();

/** The web context of the request. */
export const Web = createParamDecorator((_: unknown, context) => webContextOf(requestOf(context)));

/** Fields of the submitted form. */
export const Fields = createParamDecorator((_: unknown, context): RawParams => stateOf(requestOf(context)).body);

/** Parameters of the query. */
export const QueryFields = createParamDecorator((_: unknown, context): RawParams => stateOf(requestOf(context)).query);

/** A `*_id` parameter of the path. */
export const PathId = createParamDecorator((name: string, context) => readId(stateOf(requestOf(context)).path[name]));

/** A text parameter of the path, decoded. */
export const PathText = createParamDecorator((name: string, context) => stateOf(requestOf(context)).path[name] ?? '');

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
 * Pages below a path from the root of the service: sessions, forged forms and errors are dealt with (contract: oauth
 * §2).
 */
export function PageController(path: string, rule: PageRule): ClassDecorator {
  knowPreflightsBelow(path.split('/', 1)[0] ?? ''); // pages of other origins are granted nothing
  return applyDecorators(
    RootController(path),
    Public(),
    UseGuards(PageGuard),
    UseInterceptors(SignInInterceptor),
    UseFilters(PageErrorFilter),
    PageFor(rule),
  );
}

/** What one page demands, where it differs from its controller. */
export const PageFor = (rule: PageRule) => SetMetadata(PAGE_RULE, rule);

const requestOf = (context: ExecutionContext): HttpRequest => context.switchToHttp().getRequest<HttpRequest>();

/** The web context of the request. */
export const Web = createParamDecorator((_: unknown, context) => webContextOf(requestOf(context)));

/** The fields of the form that was sent. */
export const Fields = createParamDecorator((_: unknown, context): RawParams => stateOf(requestOf(context)).body);

/** The parameters of the address. */
export const QueryFields = createParamDecorator((_: unknown, context): RawParams => stateOf(requestOf(context)).query);

/** A `*_id` of the path. */
export const PathId = createParamDecorator((name: string, context) => readId(stateOf(requestOf(context)).path[name]));

/** A text parameter of the path, decoded. */
export const PathText = createParamDecorator((name: string, context) => stateOf(requestOf(context)).path[name] ?? '');

import { createParamDecorator } from '@nestjs/common';
import type { HttpRequest } from '../http-types.js';
import { preconditionOf } from './precondition.js';

/** What the conditional headers of a write demand of the record; undefined when nothing. */
export const SentPrecondition = createParamDecorator((_: unknown, context) =>
  preconditionOf(context.switchToHttp().getRequest<HttpRequest>()),
);

import { createParamDecorator } from '@nestjs/common';
import type { HttpRequest } from '../http-types.js';
import { preconditionOf } from './precondition.js';

/** The condition that the conditional headers of a write set; undefined without any. */
export const SentPrecondition = createParamDecorator((_: unknown, context) =>
  preconditionOf(context.switchToHttp().getRequest<HttpRequest>()),
);

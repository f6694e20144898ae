import { createParamDecorator } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { scimCallOf } from './scim-call.js';

/** The authorized request. */
export const Call = createParamDecorator((_: unknown, context) =>
  scimCallOf(context.switchToHttp().getRequest<HttpRequest>()),
);

import { createParamDecorator } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { unknownRoute } from '../../../common/errors/catalogue.js';
import { stateOf } from '../../../platform/http/request-state.js';

/** `:tag_name` of the path; one with an encoded slash matches no route (contract: registry §3.3). */
export const TagNameParam = createParamDecorator((_: unknown, context) => {
  const name = stateOf(context.switchToHttp().getRequest<HttpRequest>()).path.tag_name ?? '';
  if (name.includes('/')) {
    throw unknownRoute();
  }
  return name;
});

import { createParamDecorator } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { stateOf } from '../../../platform/http/request-state.js';
import { ARCHIVE_FORMATS, DEFAULT_FORMAT } from './archive-formats.js';

/** The archive format named by the suffix of the route. */
export const AskedFormat = createParamDecorator((_: unknown, context) => {
  const { route } = stateOf(context.switchToHttp().getRequest<HttpRequest>());
  return ARCHIVE_FORMATS[route.slice(route.lastIndexOf('/archive') + '/archive.'.length)] ?? DEFAULT_FORMAT;
});

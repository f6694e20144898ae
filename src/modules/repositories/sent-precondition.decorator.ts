import { createParamDecorator } from '@nestjs/common';
import type { HttpRequest } from '../../platform/http/http-types.js';
import { strongEtag } from '../../common/conditional/etag.js';
import { preconditionOf } from '../../platform/http/unit-of-work/precondition.js';
import type { Precondition } from '../../platform/http/unit-of-work/precondition.js';

/** What the conditional headers of a write demand of the record. */
export const SentPrecondition = createParamDecorator((_: unknown, context) =>
  preconditionOf(context.switchToHttp().getRequest<HttpRequest>()),
);

/** Whether the record, as a GET shows it to this caller, is what was meant (contract: conventions §11, git §10.4). */
export const isMet = (precondition: Precondition | undefined, view: object): boolean =>
  precondition?.({ etag: strongEtag(JSON.stringify(view)), lastModified: undefined }) ?? true;

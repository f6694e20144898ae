import { createParamDecorator } from '@nestjs/common';
import type { HttpRequest } from '../../platform/http/http-types.js';
import { header } from '../access/request-credentials.js';

/** The CAPTCHA response of a request (contract: conventions §15). */
export interface SpamProof {
  readonly userAgent: string | undefined;
  readonly captchaResponse: string | undefined;
  /** Id of the refusal that the response belongs to. */
  readonly logId: number | undefined;
}

const ID = /^\d{1,15}$/;

/** Reads a response and the id of the refusal, as they were sent. */
export const readProof = (userAgent: string | undefined, response: string | undefined, id = ''): SpamProof => ({
  userAgent,
  captchaResponse: response,
  logId: ID.test(id) ? Number(id) : undefined,
});

export const spamProofOf = (request: Pick<HttpRequest, 'headers'>): SpamProof =>
  readProof(
    header(request, 'user-agent'),
    header(request, 'x-service-captcha-response'),
    header(request, 'x-service-spam-log-id'),
  );

/** The {@link SpamProof} of the request. */
export const SentProof = createParamDecorator((_: unknown, context) =>
  spamProofOf(context.switchToHttp().getRequest<HttpRequest>()),
);

import { createParamDecorator } from '@nestjs/common';
import type { HttpRequest } from '../../platform/http/http-types.js';
import { header } from '../access/request-credentials.js';

/** The CAPTCHA response of a request (contract: conventions §15). */
export interface SpamProof {
  readonly userAgent: string | undefined;
  readonly captchaResponse: string | undefined;
  /** The refusal that the response belongs to. */
  readonly logId: number | undefined;
}

const ID = /^\d{1,15}$/;

export function spamProofOf(request: Pick<HttpRequest, 'headers'>): SpamProof {
  const id = header(request, 'x-service-spam-log-id');
  return {
    userAgent: header(request, 'user-agent'),
    captchaResponse: header(request, 'x-service-captcha-response'),
    logId: id !== undefined && ID.test(id) ? Number(id) : undefined,
  };
}

/** The {@link SpamProof} of the request. */
export const SentProof = createParamDecorator((_: unknown, context) =>
  spamProofOf(context.switchToHttp().getRequest<HttpRequest>()),
);

import { createParamDecorator } from '@nestjs/common';
import type { HttpRequest } from '../../platform/http/http-types.js';
import { stateOf } from '../../platform/http/request-state.js';
import { textIn } from '../../platform/views/form-text.js';
import { header } from '../access/request-credentials.js';
import { readProof } from '../spam/spam-proof.js';
import { LOG_FIELD, RESPONSE_FIELD } from './captcha.page.js';

/** The proof that a form contains when its CAPTCHA was solved (contract: conventions §15). */
export const FormProof = createParamDecorator((_: unknown, context) => {
  const request = context.switchToHttp().getRequest<HttpRequest>();
  const { body } = stateOf(request);
  const response = textIn(body, RESPONSE_FIELD);
  return readProof(header(request, 'user-agent'), response === '' ? undefined : response, textIn(body, LOG_FIELD));
});

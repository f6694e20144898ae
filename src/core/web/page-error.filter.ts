import { Catch } from '@nestjs/common';
import type { ArgumentsHost } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../platform/http/http-types.js';
import type { ApiError } from '../../common/errors/api-error.js';
import { ErrorFilter } from '../../platform/http/error.filter.js';
import { errorFormatOf } from '../../platform/http/error-format.js';
import { stateOf } from '../../platform/http/request-state.js';
import { writeError } from '../../platform/http/write-answer.js';
import { errorPage } from '../../platform/views/error-page.js';
import { page } from '../../platform/views/web-answer.js';
import { SpamRefusal } from '../spam/spam-refusal.js';
import { captchaPage, CAPTCHA_POLICY } from './captcha.page.js';
import type { ChallengedForm } from './captcha.page.js';
import { PageRedirect } from './page-redirect.js';
import { webContextOrNull, wantsJson } from './web-context-of.js';

/** Turns errors of a page into an HTML page for people, or into the API's own body for programs. */
@Catch()
export class PageErrorFilter extends ErrorFilter {
  override catch(error: unknown, host: ArgumentsHost): void {
    if (error instanceof PageRedirect) {
      error.answer.write(host.switchToHttp().getResponse<HttpResponse>());
      return;
    }
    super.catch(error, host);
  }

  protected override write(request: HttpRequest, response: HttpResponse, answer: ApiError): void {
    if (wantsJson(request)) {
      writeError(response, answer);
      return;
    }
    const frame = webContextOrNull(request)?.frame ?? { csrfToken: '', user: null };
    const { status } = answer;
    const challenged = challengedForm(request, answer);
    if (challenged) {
      page(captchaPage(challenged, frame), { status, ...CAPTCHA_POLICY }).write(response);
      return;
    }
    const headers = { ...errorFormatOf(stateOf(request).target)?.headers, ...answer.headers };
    page(errorPage(answer, frame), { status, headers }).write(response);
  }
}

function challengedForm(request: HttpRequest, answer: ApiError): ChallengedForm | undefined {
  if (!(answer instanceof SpamRefusal) || !('needsCaptchaResponse' in answer.extensions)) {
    return undefined;
  }
  const { target, body } = stateOf(request);
  const { captchaSiteKey: siteKey, spamLogId: logId } = answer.extensions;
  return { action: target, fields: body, siteKey, logId, text: answer.text };
}

import { Injectable } from '@nestjs/common';
import { errorText } from '../../../common/errors/error-text.js';
import type { Call } from '../kinds/step.js';
import { UNANSWERED } from '../records/step-log.js';
import type { StepLog } from '../records/step-log.js';
import { HttpSender } from './http-sender.service.js';
import { MailSender } from './mail-sender.service.js';
import type { SendContext, SentStep } from './send-context.js';
import { unanswered } from './step-outcome.js';
import type { StepOutcome } from './step-outcome.js';
import { TcpSender } from './tcp-sender.service.js';

/** Makes the call of a step by its transport; receiver errors are never thrown. */
@Injectable()
export class StepSender {
  constructor(
    private readonly http: HttpSender,
    private readonly mail: MailSender,
    private readonly tcp: TcpSender,
  ) {}

  async send(call: Call, step: SentStep, context: SendContext): Promise<StepOutcome> {
    try {
      return await this.sendBy(call, step, context);
    } catch (error) {
      const text = context.redaction.text(errorText(error));
      return unanswered('final', noCallLog(step.key, text)); // an invalid address, or a header that cannot be sent
    }
  }

  private sendBy(call: Call, step: SentStep, context: SendContext): Promise<StepOutcome> {
    if ('http' in call) {
      return this.http.send(call.http, step, context);
    }
    if ('mail' in call) {
      return this.mail.send(call.mail, step, context);
    }
    return 'tcp' in call
      ? this.tcp.send(call.tcp, step, context)
      : Promise.resolve(unanswered('final', noCallLog(step.key, call.unconfigured)));
  }
}

const noCallLog = (key: string, error: string): StepLog => ({
  key,
  transport: 'http',
  method: null,
  url: '',
  requestHeaders: {},
  requestBody: null,
  ...UNANSWERED,
  errorCode: 'not_configured',
  error,
});

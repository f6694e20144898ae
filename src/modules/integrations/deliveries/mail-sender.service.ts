import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { errorText } from '../../../common/errors/error-text.js';
import { storable } from '../../../common/text/storable.js';
import { Clock } from '../../../common/time/clock.js';
import { Env } from '../../../platform/config/env.js';
import { SmtpMailer } from '../../../platform/mail/smtp-mailer.js';
import { cutToBytes } from '../kinds/shorten.js';
import type { MailCall } from '../kinds/step.js';
import { objectIn, textIn } from '../planning/json.js';
import type { Redaction } from '../planning/redaction.js';
import { UNANSWERED } from '../records/step-log.js';
import type { ErrorCode, StepLog } from '../records/step-log.js';
import type { SendContext, SentStep } from './send-context.js';
import { unanswered } from './step-outcome.js';
import type { StepClass, StepOutcome } from './step-outcome.js';

const KEPT_BYTES = 65_536;

/** Sends the messages of deliveries, one to each recipient (contract: integrations §10.1). */
@Injectable()
export class MailSender {
  constructor(
    private readonly mailer: SmtpMailer,
    private readonly env: Env,
    private readonly clock: Clock,
  ) {}

  async send(call: MailCall, { key }: SentStep, context: SendContext): Promise<StepOutcome> {
    const startedAt = this.clock.millis();
    const log = mailLog(call, key, context);
    if (this.env.smtpUrl === undefined) {
      return unanswered('final', { ...log, errorCode: 'mail_unconfigured', error: 'There is no outgoing mail.' });
    }
    try {
      await this.deliver(call, context);
      return unanswered('done', { ...log, durationMs: this.clock.millis() - startedAt });
    } catch (error) {
      const { code, class: outcome } = refusalOf(error);
      const text = context.redaction.text(errorText(error));
      return unanswered(outcome, { ...log, durationMs: this.clock.millis() - startedAt, errorCode: code, error: text });
    }
  }

  /** A retry has the same Message-ID, so that receivers recognise it. */
  private deliver({ headers = {}, ...mail }: MailCall, { deliveryUuid, event }: SendContext): Promise<void> {
    const digest = createHash('sha256').update(`${deliveryUuid} ${mail.to}`).digest('hex').slice(0, 40);
    const project = objectIn(event.payload, 'project');
    return this.mailer.deliver({
      ...mail,
      messageId: `<${digest}@${new URL(this.env.baseUrl).hostname}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Service-Project': textIn(project, 'path_with_namespace'),
        'X-Service-Project-Id': String(Number(event.payload.project_id)),
        ...headers,
      },
    });
  }
}

const mailLog = ({ to, subject, text }: MailCall, key: string, { redaction }: SendContext): StepLog => ({
  key,
  transport: 'mail',
  method: null,
  url: `mailto:${to}`,
  requestHeaders: { To: to, Subject: redaction.text(subject) },
  requestBody: keptText(text, redaction),
  ...UNANSWERED,
});

/** Twice the kept length is redacted, so that no beginning of a secret is kept: where it is cut, it is not recognised. */
const keptText = (text: string, redaction: Redaction): string =>
  cutToBytes(redaction.text(storable(text.slice(0, 2 * KEPT_BYTES))), KEPT_BYTES);

/** A mail server that answers 5xx will not accept the message later either. */
function refusalOf(error: unknown): { readonly code: ErrorCode; readonly class: StepClass } {
  const { responseCode: status = 0, code = '', syscall } = partsOf(error);
  if (status >= 400) {
    return { code: 'mail_rejected', class: status >= 500 ? 'final' : 'retry' };
  }
  const isUnreachable = code === 'ESOCKET' && syscall === 'connect';
  return { code: isUnreachable ? 'connect_failed' : (FAILURES[code] ?? 'connect_failed'), class: 'retry' };
}

/** The phase in which the exchange failed, by the mail client's error codes. */
const FAILURES: Readonly<Record<string, ErrorCode>> = {
  '': 'timeout',
  ETIMEDOUT: 'timeout',
  EDNS: 'dns_failure',
  ETLS: 'tls_failure',
  ECONNECTION: 'connection_broken',
  ESOCKET: 'connection_broken',
};

interface MailFailure {
  readonly responseCode?: number;
  readonly code?: string;
  readonly syscall?: string;
}

const partsOf = (error: unknown): MailFailure => (typeof error === 'object' && error !== null ? error : {});

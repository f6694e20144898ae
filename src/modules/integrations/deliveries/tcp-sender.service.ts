import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import { OutboundFailure } from '../../../platform/outbound/outbound-failure.js';
import { OutboundTcp } from '../../../platform/outbound/outbound-tcp.js';
import type { TcpCall } from '../kinds/step.js';
import { UNANSWERED } from '../records/step-log.js';
import type { StepLog } from '../records/step-log.js';
import type { SendContext, SentStep } from './send-context.js';
import { classOfError, unanswered } from './step-outcome.js';
import type { StepOutcome } from './step-outcome.js';

/** Writes the lines of deliveries to sockets (contract: integrations §10.2). */
@Injectable()
export class TcpSender {
  constructor(
    private readonly outbound: OutboundTcp,
    private readonly clock: Clock,
  ) {}

  async send({ host, port, lines }: TcpCall, { key }: SentStep, { redaction }: SendContext): Promise<StepOutcome> {
    const startedAt = this.clock.millis();
    const text = lines.map((line) => `${line}\n`).join('');
    const log: StepLog = {
      key,
      transport: 'tcp',
      method: null,
      url: `tcp://${host}:${port}`,
      requestHeaders: {},
      requestBody: redaction.text(text),
      ...UNANSWERED,
    };
    try {
      const remoteAddress = await this.outbound.write(host, port, text);
      return unanswered('done', { ...log, remoteAddress, durationMs: this.clock.millis() - startedAt });
    } catch (error) {
      if (!(error instanceof OutboundFailure)) {
        throw error;
      }
      const { code, message } = error;
      const durationMs = this.clock.millis() - startedAt;
      return unanswered(classOfError(code), { ...log, durationMs, errorCode: code, error: redaction.text(message) });
    }
  }
}

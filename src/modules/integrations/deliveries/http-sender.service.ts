import { Injectable } from '@nestjs/common';
import { storable } from '../../../common/text/storable.js';
import { Clock } from '../../../common/time/clock.js';
import { Env } from '../../../platform/config/env.js';
import { VERSION } from '../../../platform/config/version.js';
import { OutboundFailure } from '../../../platform/outbound/outbound-failure.js';
import { OutboundHttp } from '../../../platform/outbound/outbound-http.js';
import type { OutboundResponse } from '../../../platform/outbound/outbound-http.js';
import { cutToBytes } from '../kinds/shorten.js';
import type { HttpCall, Json } from '../kinds/step.js';
import { VendorBases } from '../vendor-bases/vendor-bases.js';
import { toJson } from '../planning/json.js';
import { UNANSWERED } from '../records/step-log.js';
import type { StepLog } from '../records/step-log.js';
import { hookNameOf } from './hook-name.js';
import { prepareRequest } from '../planning/http-request.js';
import type { PreparedRequest } from '../planning/http-request.js';
import type { Redaction } from '../planning/redaction.js';
import { secondsToWait } from './retry-after.js';
import type { SendContext, SentStep } from './send-context.js';
import { classOfError, errorOfStatus, unanswered } from './step-outcome.js';
import type { StatusProblem, StepOutcome } from './step-outcome.js';
import { webhookSignature } from './webhook-signature.js';

/** How much of an exchange is logged (contract: integrations §8.2). */
const KEPT_REQUEST_BYTES = 65_536;
const KEPT_RESPONSE_BYTES = 8192;
const KEPT_HEADERS = 50;

/** Makes the HTTP calls of deliveries (contract: integrations §8.2, §8.4). */
@Injectable()
export class HttpSender {
  constructor(
    private readonly outbound: OutboundHttp,
    private readonly vendors: VendorBases,
    private readonly env: Env,
    private readonly clock: Clock,
  ) {}

  async send(call: HttpCall, step: SentStep, context: SendContext): Promise<StepOutcome> {
    const startedAt = this.clock.millis();
    const request = this.prepared(call, step, context);
    const isTrusted = this.vendors.isTrusted(context.slug, request.url);
    const log = requestLog(call, step, request, context.redaction);
    try {
      const { verifyTls = true, method } = call;
      const response = await this.outbound.send({ ...request, method, verifyTls, isTrusted });
      return this.answered(call, response, { ...log, durationMs: this.clock.millis() - startedAt }, context);
    } catch (error) {
      if (!(error instanceof OutboundFailure)) {
        throw error;
      }
      const text = context.redaction.text(error.message);
      const failed = { ...log, durationMs: this.clock.millis() - startedAt, errorCode: error.code, error: text };
      return unanswered(classOfError(error.code), failed);
    }
  }

  private prepared(call: HttpCall, { webhookId }: SentStep, context: SendContext): PreparedRequest {
    const request = prepareRequest(call);
    const timestamp = String(Math.floor(this.clock.millis() / 1000));
    const { signingSecrets, event } = context;
    const signed = { id: webhookId, timestamp, body: request.body };
    return {
      ...request,
      headers: {
        'User-Agent': `Slipway/${VERSION}`,
        Accept: '*/*',
        ...request.headers,
        ...(call.body && 'hook' in call.body ? this.hookHeaders(context) : {}),
        'webhook-id': webhookId,
        'webhook-timestamp': timestamp,
        ...(signingSecrets.length > 0 && { 'webhook-signature': webhookSignature(signingSecrets, signed) }),
        'X-Service-Event-UUID': event.uuid,
        'Idempotency-Key': webhookId,
      },
    };
  }

  private hookHeaders({ event }: SendContext): Record<string, string> {
    const name = hookNameOf(event);
    return { 'X-Service-Event': name, 'X-Service-Instance': this.env.baseUrl, 'X-Gitlab-Event': name };
  }

  private answered(call: HttpCall, response: OutboundResponse, log: StepLog, context: SendContext): StepOutcome {
    const { status, headers, isCut } = response;
    const json = jsonOf(response.body);
    const problem = problemOf(call, status);
    const kept = Object.entries(headers).slice(0, KEPT_HEADERS);
    const text = context.redaction.body(textOf(response.body)); // redacted before it is cut: part of a secret would not be recognised
    const responseBody = cutToBytes(text, KEPT_RESPONSE_BYTES);
    return {
      class: problem?.class ?? 'done',
      response: { status, json },
      waitSeconds: secondsToWait({ status, headers, json }, call.retryAfterMember, this.clock.millis()),
      log: {
        ...log,
        responseStatus: status,
        responseHeaders: context.redaction.headers(Object.fromEntries(kept)),
        responseBody,
        truncated: isCut || responseBody !== text,
        remoteAddress: response.remoteAddress,
        errorCode: problem?.code ?? null,
        error: problem && `The receiver answered ${status}.`,
      },
    };
  }
}

const requestLog = (call: HttpCall, { key }: SentStep, request: PreparedRequest, redaction: Redaction): StepLog => ({
  key,
  transport: 'http',
  method: call.method,
  url: redaction.url(request.url),
  requestHeaders: redaction.headers(request.headers),
  requestBody: request.body && keptRequest(request.body, redaction),
  ...UNANSWERED,
});

/** Twice the kept length is redacted, so that no beginning of a secret is kept: where it is cut, it is not recognised. */
const keptRequest = (body: Buffer, redaction: Redaction): string =>
  cutToBytes(redaction.body(textOf(body, 2 * KEPT_REQUEST_BYTES)), KEPT_REQUEST_BYTES);

/** Some kinds have rules in addition to the usual one (contract: integrations §8.1). */
function problemOf({ anyAnswer, alsoDone, onlyDone }: HttpCall, status: number): StatusProblem | null {
  if (anyAnswer === true || alsoDone?.includes(status) === true) {
    return null;
  }
  const isOther = onlyDone !== undefined && status !== onlyDone;
  return errorOfStatus(status) ?? (isOther ? { class: 'final', code: 'http_status' } : null);
}

/** Text in a form that PostgreSQL can store. */
const textOf = (bytes: Buffer, max = bytes.length): string => storable(bytes.subarray(0, max).toString());

function jsonOf(bytes: Buffer): Json {
  try {
    return toJson(JSON.parse(bytes.toString()));
  } catch {
    return null;
  }
}

import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { forbidden, message } from '../../../common/errors/catalogue.js';
import { toBoolean } from '../../../common/params/coerce.js';
import { Clock } from '../../../common/time/clock.js';
import { Database } from '../../../platform/database/database.js';
import { provenBefore, readBytes } from '../../../platform/http/read-body.js';
import { AlertKeys } from '../integrations/alert-keys.js';
import { payloadTooLarge } from '../payloads/parse-payload.js';
import { MAX_ALERT_BYTES } from '../payloads/payload-limits.js';
import { AlertRateLimit } from './alert-rate-limit.js';
import { inflateBody } from './inflate-body.js';
import type { IntakeTarget } from './intake-source.js';
import { IntakeTargetsRepository } from './intake-targets.repository.js';
import { PayloadIntakeService } from './payload-intake.service.js';
import type { PayloadAnswer } from './payload-intake.service.js';
import { readReceiverAddress } from './receiver-address.js';
import { isSigned, keyIn, keyMatches, signatureIn } from './receiver-credentials.js';

/** The result of authenticating a request. */
interface Proof {
  readonly target: IntakeTarget;
  /** The raw body, if it was read to check a signature. */
  readonly body: Buffer | null;
  readonly webhookId: string | null;
}

/** The same answer for every reason (contract: alerts §1.3 row 1). */
const refused = () => message(401, '401 Unauthorized', { 'WWW-Authenticate': 'Bearer realm="alerts"' });

/** Accepts every word for true (contract: conventions §3.7). */
function isDryRunIn(query: URLSearchParams): boolean {
  const said = toBoolean(query.get('dry_run'));
  return said.ok && said.value;
}

/** Accepts payloads that senders post (contract: alerts §1). */
@Injectable()
export class ReceiverService {
  constructor(
    private readonly targets: IntakeTargetsRepository,
    private readonly keys: AlertKeys,
    private readonly payloads: PayloadIntakeService,
    private readonly limit: AlertRateLimit,
    private readonly clock: Clock,
    private readonly database: Database,
  ) {}

  /** Checks in the specified order. Throws 401, 403, 429, 400, 422 (contract: alerts §1.3). */
  async receive(request: IncomingMessage, path: string, query: URLSearchParams): Promise<PayloadAnswer> {
    const { target, body, webhookId } = await this.prove(request, path);
    if (!target.active) {
      throw forbidden('The integration is inactive');
    }
    if (target.archived) {
      throw forbidden('The project is archived');
    }
    const headers = await this.limit.count(target.project.id);
    const bytes = body ?? (await readRaw(request));
    const inflated = await inflateBody(bytes, request.headers['content-encoding']);
    const answer = await this.payloads.take(target, inflated, { isDryRun: isDryRunIn(query), webhookId });
    return { ...answer, headers: { ...headers, ...answer.headers } };
  }

  private async prove(request: IncomingMessage, path: string): Promise<Proof> {
    const address = readReceiverAddress(path);
    const target = address && (await this.database.onReservedConnections(() => this.targets.find(address)));
    const hasKey = keyMatches(keyIn(request.headers), target?.digest);
    if (!target) {
      throw refused();
    }
    const { body, webhookId } = await this.readSigned(request, target, hasKey);
    if (webhookId === null && (!hasKey || target.signatureRequired)) {
      throw refused();
    }
    return { target, body, webhookId };
  }

  /** Reads the body if the request claims to be signed. The id is null unless the signature is valid. */
  private async readSigned(
    request: IncomingMessage,
    { integrationId }: IntakeTarget,
    hasKey: boolean,
  ): Promise<Omit<Proof, 'target'>> {
    const signature = signatureIn(request.headers, Math.floor(this.clock.millis() / 1000));
    const sealed = signature
      ? await this.database.onReservedConnections(() => this.targets.signingSecrets(integrationId))
      : [];
    if (!signature || sealed.length === 0) {
      return { body: null, webhookId: null };
    }
    const body = await readRaw(request, hasKey);
    const secrets = sealed.map((secret) => this.keys.openSigningSecret(integrationId, secret));
    return { body, webhookId: isSigned(signature, body, secrets) ? signature.webhookId : null };
  }
}

/** Only callers with the key are told that the body is too large (contract: alerts §1.3). */
const readRaw = (request: IncomingMessage, hasKey = true): Promise<Buffer> =>
  readBytes(request, MAX_ALERT_BYTES, {
    ...(hasKey ? { isKnown: provenBefore } : {}),
    tooLarge: hasKey ? payloadTooLarge : refused,
    takesCodings: true,
  });

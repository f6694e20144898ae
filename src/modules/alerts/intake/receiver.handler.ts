import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../../common/errors/error-text.js';
import { ApiError } from '../../../common/errors/api-error.js';
import { methodNotAllowed, serverError, unavailable, unauthorized } from '../../../common/errors/catalogue.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { brokenConstraint, isAway, lostRace, tookTooLong } from '../../../platform/database/database-errors.js';
import { ProtocolHandler } from '../../../platform/http/protocol-handler.js';
import { stateOf } from '../../../platform/http/request-state.js';
import { writeError, writeText } from '../../../platform/http/write-answer.js';
import { AlertMetrics } from './alert-metrics.js';
import type { PayloadAnswer } from './payload-intake.service.js';
import { isReceiverPath } from './receiver-address.js';
import { ReceiverService } from './receiver.service.js';

const JSON_TYPE = 'application/json';

/** Handles the addresses that senders post to (contract: alerts §1). */
@Injectable()
@Contributes(ProtocolHandler)
export class ReceiverHandler extends ProtocolHandler {
  override readonly name = 'alerts';
  private readonly logger = new Logger('alerts');

  constructor(
    private readonly receiver: ReceiverService,
    private readonly metrics: AlertMetrics,
  ) {
    super();
  }

  override owns(path: string): boolean {
    return isReceiverPath(path);
  }

  override enter(request: IncomingMessage, response: ServerResponse): void {
    const { target, startedAt } = stateOf(request);
    const [path = '', query = ''] = target.split('?', 2);
    this.receive(request, path, query).then(
      (answer) => {
        this.metrics.noteTime((performance.now() - startedAt) / 1000);
        write(response, answer);
      },
      (error: unknown) => {
        refuse(response, this.refusalFor(error, request));
      },
    );
  }

  private async receive(request: IncomingMessage, path: string, query: string): Promise<PayloadAnswer> {
    if (request.method !== 'POST') {
      throw methodNotAllowed(['POST']);
    }
    return this.receiver.receive(request, path, new URLSearchParams(query));
  }

  /**
   * Maps errors that a payload or a race may cause to answers that senders understand (contract: alerts §1.3 row 7).
   */
  private refusalFor(error: unknown, { complete, destroyed }: IncomingMessage): ApiError {
    if (error instanceof ApiError) {
      return error;
    }
    if (brokenConstraint(error)?.startsWith('fk_')) {
      return unauthorized(); // the integration or its project has been deleted
    }
    const hasLeft = destroyed && !complete;
    if (!hasLeft) {
      this.logger.error({ error: errorText(error) });
    }
    return isAway(error) || lostRace(error) || tookTooLong(error) ? unavailable() : serverError();
  }
}

function write(response: ServerResponse, { json, headers }: PayloadAnswer): void {
  Object.entries(headers).forEach(([name, value]) => response.setHeader(name, value));
  writeText(response, 200, json, JSON_TYPE);
}

function refuse(response: ServerResponse, refusal: ApiError): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  writeError(response, refusal);
}

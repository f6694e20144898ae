import { Injectable } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../http-types.js';
import { Slots } from '../../../common/concurrency/slots.js';
import { CommittedRefusal } from '../../../common/errors/api-error.js';
import { preconditionFailed } from '../../../common/errors/catalogue.js';
import { Database } from '../../database/database.js';
import { withinClaim } from '../idempotency/claim-scope.js';
import { stateOf } from '../request-state.js';
import { StreamedJson } from '../streamed-json.js';
import { InnerReads } from './inner-reads.js';
import { preconditionOf } from './precondition.js';

/** Each holds a connection and may need a second one, so they must never take the whole pool. */
const AT_ONCE = 6;

export interface Write {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  /** The controller's method; called again when its transaction lost a race. */
  readonly perform: () => Promise<unknown>;
  /** See {@link OwnTransactions}. */
  readonly ownTransactions: boolean;
  /** See {@link ReadAs}. */
  readonly readAs: string | undefined;
}

/**
 * Performs a write in one transaction with what guards it: the check of its conditional headers before, and the record
 * of its Idempotency-Key after the change (contract: conventions §11, §12).
 */
@Injectable()
export class UnitOfWork {
  private readonly slots = new Slots(AT_ONCE);

  constructor(
    private readonly database: Database,
    private readonly reads: InnerReads,
  ) {}

  /** Returns the controller's answer. Throws 412, or 503 when it lost every race. */
  async perform(write: Write): Promise<unknown> {
    const outcome = await (write.ownTransactions
      ? this.aroundOwnTransactions(write)
      : this.slots.take(() => this.inOneTransaction(write)));
    const state = stateOf(write.request);
    state.claim?.end();
    state.claim = undefined;
    if (outcome instanceof CommittedRefusal) {
      throw outcome;
    }
    return outcome;
  }

  /** A conditional write that lost a race is checked again, and finds the record changed. */
  private async inOneTransaction(write: Write): Promise<unknown> {
    const isolation = preconditionOf(write.request) ? 'REPEATABLE READ' : 'READ COMMITTED';
    return this.database.transaction(async () => {
      await this.refuseChanged(write);
      return performed(write);
    }, isolation);
  }

  private async aroundOwnTransactions(write: Write): Promise<unknown> {
    await this.refuseChanged(write);
    return withinClaim(stateOf(write.request).claim, () => performed(write));
  }

  private async refuseChanged({ request, readAs }: Write): Promise<void> {
    const precondition = preconditionOf(request);
    const validators = precondition && (await this.reads.validatorsOf(request, readAs));
    if (validators && !precondition(validators)) {
      throw preconditionFailed();
    }
  }
}

/** A refusal that commits is returned like any other outcome; all others are thrown. */
async function performed(write: Write): Promise<unknown> {
  const { claim, trace } = stateOf(write.request);
  try {
    const answer = await write.perform();
    await trace?.();
    await keepAnswer(write, answer);
    return answer;
  } catch (error) {
    if (!(error instanceof CommittedRefusal)) {
      throw error;
    }
    await claim?.settle(error);
    return error;
  }
}

/** A streamed answer is too long to be stored: its key is freed for another attempt. */
async function keepAnswer({ request, response }: Write, answer: unknown): Promise<void> {
  const { claim } = stateOf(request);
  if (!claim) {
    return;
  }
  const text = response.headersSent ? undefined : await textOf(answer);
  if (text === undefined) {
    await claim.release();
    return;
  }
  const location = response.getHeader('Location')?.toString() ?? null;
  await claim.keep({ status: response.statusCode, text, location });
}

/** Returns the body of an answer as text: null without one, undefined when it is too long to hold. */
async function textOf(answer: unknown): Promise<string | null | undefined> {
  if (answer instanceof StreamedJson) {
    const { text, rest } = await answer.begin();
    return rest ? undefined : text;
  }
  return answer === undefined || answer === null ? null : JSON.stringify(answer);
}

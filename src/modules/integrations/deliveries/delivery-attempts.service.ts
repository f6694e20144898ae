import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import { Env } from '../../../platform/config/env.js';
import type { Step } from '../kinds/step.js';
import { DeliveryQueueRepository } from '../records/delivery-queue.repository.js';
import type { ClaimedDelivery } from '../records/delivery-queue.repository.js';
import type { AttemptResult } from '../records/delivery-results.repository.js';
import { endingOf } from './attempt-result.js';
import { DeliveryEndingService } from './delivery-ending.service.js';
import { DeliveryFactsService } from './delivery-facts.service.js';
import type { DeliveryFacts } from './delivery-facts.service.js';
import { GatheredFactsService } from './gathered-facts.service.js';
import { runSteps } from './step-runs.js';
import type { StepRun, StepsResult } from './step-runs.js';
import { withinTime } from './within-time.js';
import { StepSender } from './step-sender.service.js';

/** Time limit of a whole test call in ms: its caller waits for the result (contract: integrations §8.6). */
const TEST_MS = 30_000;

/** Builds the steps of a test call, which differ from the kind's plan. */
export type MakeSteps = (facts: DeliveryFacts) => readonly Step[];

const byPlan: MakeSteps = ({ kind, event, settings, context }) => kind.plan(event, settings, context);

/** Makes one attempt of a claimed delivery and stores its result (contract: integrations §8.1). */
@Injectable()
export class DeliveryAttemptsService {
  constructor(
    private readonly facts: DeliveryFactsService,
    private readonly gathering: GatheredFactsService,
    private readonly queue: DeliveryQueueRepository,
    private readonly sender: StepSender,
    private readonly ending: DeliveryEndingService,
    private readonly env: Env,
    private readonly clock: Clock,
  ) {}

  /** Returns the seconds until the next attempt; null if there is none. */
  async attempt(delivery: ClaimedDelivery, owner: string, makeSteps = byPlan): Promise<number | null> {
    const startedAt = this.clock.now();
    const found = await this.facts.of(delivery);
    const facts = found && (await this.gathered(delivery, found));
    const isTest = delivery.trigger === 'test';
    if (!facts || (!facts.integration.active && !isTest)) {
      await this.ending.cancel(delivery, facts ? 'integration_disabled' : 'canceled', owner);
      return null;
    }
    if (await this.isOutdated(delivery, facts)) {
      await this.ending.cancel(delivery, 'canceled', owner);
      return null;
    }
    const result = await this.made(delivery, facts, owner, makeSteps);
    if (!result.isWhole) {
      return null; // the lease was lost between two steps
    }
    const attempt: AttemptResult = {
      deliveryId: delivery.id,
      number: delivery.attemptsCount,
      startedAt,
      durationMs: this.clock.millis() - startedAt.getTime(),
      steps: result.logs,
      responseStatus: result.logs.findLast(({ responseStatus }) => responseStatus !== null)?.responseStatus ?? null,
      ...endingOf(delivery, result, this.env.deliveries.retrySchedule),
    };
    await this.ending.end(attempt, { delivery, facts, owner });
    return attempt.retryAfter;
  }

  /** An older state of an object is not sent after a newer one (contract: integrations §6.6). */
  private isOutdated(delivery: ClaimedDelivery, { kind: { ordersBy } }: DeliveryFacts): Promise<boolean> {
    return ordersBy === undefined || delivery.trigger === 'test'
      ? Promise.resolve(false)
      : this.queue.hasSentNewer(delivery, ordersBy);
  }

  private async gathered({ projectId }: ClaimedDelivery, facts: DeliveryFacts): Promise<DeliveryFacts> {
    const context = await this.gathering.of(facts, projectId);
    const { identityToken } = context;
    const { redaction } = facts.sending;
    const own = identityToken && 'token' in identityToken ? redaction.with(identityToken.token) : redaction;
    return { ...facts, context, sending: { ...facts.sending, redaction: own } };
  }

  private made(
    delivery: ClaimedDelivery,
    facts: DeliveryFacts,
    owner: string,
    makeSteps: MakeSteps,
  ): Promise<StepsResult> {
    const send: StepRun['send'] = ({ key, call }, webhookId) =>
      this.sender.send(call, { key, webhookId }, facts.sending);
    return runSteps(makeSteps(facts), delivery.uuid, {
      done: delivery.doneSteps,
      send: delivery.trigger === 'test' ? withinTime(send, TEST_MS) : send,
      keep: (key, extracted) => this.queue.keepStep(delivery.id, key, extracted),
      goesOn: () => this.queue.isHeld(delivery.id, owner),
    });
  }
}

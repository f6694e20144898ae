import { Injectable } from '@nestjs/common';
import { invalidField, NOT_A_VALUE, unprocessable } from '../../../../common/errors/catalogue.js';
import type { Caller } from '../../../../core/access/caller.js';
import type { Project } from '../../../../core/projects/project.js';
import { isTestable } from '../../kinds/kind.js';
import type { IntegrationKind } from '../../kinds/kind.js';
import type { ObjectKind } from '../../kinds/object-kind.js';
import type { Step } from '../../kinds/step.js';
import type { RenderedStep } from '../../planning/rendered-step.js';
import { renderSteps } from '../../planning/rendered-step.js';
import type { Delivery } from '../../records/delivery.js';
import { DeliveryResultsRepository } from '../../records/delivery-results.repository.js';
import { IntegrationEventsRepository } from '../../records/integration-events.repository.js';
import { IntegrationsService } from '../../settings/integrations.service.js';
import { DeliveryAttemptsService } from '../delivery-attempts.service.js';
import { DeliveryFactsService } from '../delivery-facts.service.js';
import type { DeliveryFacts } from '../delivery-facts.service.js';
import { DeliveryLogService } from '../delivery-log.service.js';
import { PROCESS_NAME } from '../process-name.js';
import { SampleEventsService } from './sample-events.service.js';
import type { SampleEvent } from './sample-events.service.js';

/**
 * Test calls: a sample event goes through the same engine, log and address guard, immediately and only once (contract:
 * integrations §8.6).
 */
@Injectable()
export class IntegrationTestsService {
  constructor(
    private readonly integrations: IntegrationsService,
    private readonly samples: SampleEventsService,
    private readonly events: IntegrationEventsRepository,
    private readonly results: DeliveryResultsRepository,
    private readonly attempts: DeliveryAttemptsService,
    private readonly facts: DeliveryFactsService,
    private readonly log: DeliveryLogService,
  ) {}

  /**
   * Also works for inactive integrations. Throws 400 for an event that the kind does not receive, then 404 (contract:
   * conventions §1), 422 if there is nothing to test.
   */
  async test(project: Project, kind: IntegrationKind, event: string | undefined, caller: Caller): Promise<Delivery> {
    const objectKind = objectKindOf(kind, event);
    const { id } = await this.integrations.get(project, kind);
    const sample = await this.sample(project, kind, objectKind, caller);
    requireSteps(kind, await this.steps(kind, id, sample));
    const stored = await this.events.insert(sample.event);
    const delivery = stored && (await this.results.startTest(stored, id, PROCESS_NAME));
    if (!delivery) {
      throw new Error('The event of the test was not stored.');
    }
    await this.attempts.attempt(delivery, PROCESS_NAME, (facts) => stepsOf(kind, facts, sample));
    return this.log.get(project, kind, delivery.id);
  }

  /** Returns what {@link test} would send. */
  async preview(
    project: Project,
    kind: IntegrationKind,
    event: string | undefined,
    caller: Caller,
  ): Promise<readonly RenderedStep[]> {
    const objectKind = objectKindOf(kind, event);
    const { id } = await this.integrations.get(project, kind);
    const sample = await this.sample(project, kind, objectKind, caller);
    const found = await this.steps(kind, id, sample);
    requireSteps(kind, found);
    return found ? renderSteps(found.steps, found.facts.sending.redaction) : [];
  }

  private async steps(kind: IntegrationKind, integrationId: number, sample: SampleEvent) {
    const facts = await this.facts.ofSample(integrationId, sample);
    return facts && { facts, steps: stepsOf(kind, facts, sample) };
  }

  private sample(
    project: Project,
    kind: IntegrationKind,
    objectKind: ObjectKind,
    { userId }: Caller,
  ): Promise<SampleEvent> {
    if (!isTestable(kind)) {
      throw cannotBeTested();
    }
    return this.samples.of(objectKind, project.id, userId);
  }
}

const cannotBeTested = () => unprocessable('this integration cannot be tested');

function objectKindOf({ events }: IntegrationKind, event: string | undefined): ObjectKind {
  const chosen = event === undefined ? (events[0] ?? 'push') : events.find((known) => known === event);
  if (chosen === undefined) {
    throw invalidField('event', NOT_A_VALUE);
  }
  return chosen;
}

/** Kinds whose calls would leave traces at the receiver make read calls instead. */
function stepsOf({ plan, test }: IntegrationKind, facts: DeliveryFacts, sample: SampleEvent): readonly Step[] {
  const { event, settings, context } = facts;
  const { fullPath: projectPath } = sample.project;
  return test
    ? test(settings, { base: context.base, projectPath, sha: sample.sha, identityToken: context.identityToken })
    : plan(event, settings, context);
}

function requireSteps(kind: IntegrationKind, found: { readonly steps: readonly Step[] } | null): void {
  if (!found || found.steps.length === 0) {
    throw kind.test ? cannotBeTested() : unprocessable('the event gives nothing to send');
  }
}

import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import { PushFactsRepository } from '../../repositories/pushes/push-facts.repository.js';
import type { PushedProject } from '../../repositories/pushes/push-facts.repository.js';
import type { IntegrationKind } from '../kinds/kind.js';
import type { IntegrationEvent, PlanContext, Settings } from '../kinds/step.js';
import { PlanContextService } from '../planning/plan-context.service.js';
import { settingsOf } from '../planning/settings-of.js';
import { IntegrationEventsRepository } from '../records/integration-events.repository.js';
import { AvailableKinds } from '../settings/available-kinds.js';
import type { Integration } from '../settings/integration.js';
import { IntegrationSecrets } from '../settings/integration-secrets.js';
import { IntegrationsRepository } from '../settings/integrations.repository.js';
import { Redaction } from '../planning/redaction.js';
import type { SendContext } from './send-context.js';

/** A delivery with everything that its attempt needs, as of now. */
export interface DeliveryFacts {
  readonly integration: Integration;
  readonly kind: IntegrationKind;
  readonly event: IntegrationEvent;
  readonly settings: Settings;
  readonly context: PlanContext;
  readonly sending: SendContext;
}

interface DeliveryIds {
  readonly uuid: string;
  readonly projectId: number;
  readonly integrationId: number;
  readonly eventId: number;
}

interface SampleFacts {
  readonly event: Omit<IntegrationEvent, 'uuid'>;
  readonly project: PushedProject;
}

interface DeliveryParts {
  readonly uuid: string;
  readonly event: IntegrationEvent;
  readonly project: PushedProject;
}

/**
 * Reads what an attempt needs, with the current settings rather than those at the time of the event (contract:
 * integrations §8.1).
 */
@Injectable()
export class DeliveryFactsService {
  constructor(
    private readonly integrations: IntegrationsRepository,
    private readonly events: IntegrationEventsRepository,
    private readonly projects: PushFactsRepository,
    private readonly kinds: AvailableKinds,
    private readonly secrets: IntegrationSecrets,
    private readonly contexts: PlanContextService,
    private readonly clock: Clock,
  ) {}

  /** Null if the project or the kind no longer exists. */
  async of({ uuid, projectId, integrationId, eventId }: DeliveryIds): Promise<DeliveryFacts | null> {
    const [event, project] = [await this.events.find(eventId), await this.projects.findProject(projectId)];
    return event && project && this.about(integrationId, { uuid, event, project });
  }

  /** Facts for an event that is not stored yet. */
  ofSample(integrationId: number, { event, project }: SampleFacts): Promise<DeliveryFacts | null> {
    return this.about(integrationId, { uuid: '', event: { ...event, uuid: '' }, project });
  }

  private async about(
    integrationId: number,
    { uuid, event: told, project }: DeliveryParts,
  ): Promise<DeliveryFacts | null> {
    const integration = await this.integrations.findById(integrationId);
    if (!integration || !this.kinds.slugs.includes(integration.slug)) {
      return null;
    }
    const kind = this.kinds.get(integration.slug);
    const secrets = this.secrets.open(integration);
    const signingSecrets = this.secrets.openSigning(integration, this.clock.now());
    const { objectKind, eventType, payload } = told;
    const event = { uuid: told.uuid, objectKind, eventType, payload };
    const redaction = new Redaction(kind, [...secrets.values(), ...signingSecrets]);
    return {
      integration,
      kind,
      event,
      settings: settingsOf(kind, integration, secrets),
      context: await this.contexts.ofKind(project, kind),
      sending: { slug: kind.slug, event, deliveryUuid: uuid, signingSecrets, redaction },
    };
  }
}

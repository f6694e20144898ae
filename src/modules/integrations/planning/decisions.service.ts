import { Injectable } from '@nestjs/common';
import type { IntegrationKind } from '../kinds/kind.js';
import type { IntegrationEvent, PlanContext, Settings } from '../kinds/step.js';
import { ProtectionsRepository } from '../../repositories/protection/protections.repository.js';
import { rulesFor } from '../../repositories/protection/protection-rule.js';
import { AvailableKinds } from '../settings/available-kinds.js';
import { FLAG_COLUMNS } from '../settings/flag-columns.js';
import type { Integration } from '../settings/integration.js';
import { IntegrationSecrets } from '../settings/integration-secrets.js';
import type { Decision, DecisionReason } from './decision.js';
import { filteredBy } from './event-filters.js';
import type { BranchFacts } from './event-filters.js';
import { flagOf } from './event-flags.js';
import { ProjectFactsRepository } from '../records/project-facts.repository.js';
import { PlanContextService } from './plan-context.service.js';
import { Redaction } from './redaction.js';
import { settingsOf } from './settings-of.js';

interface ProjectOfEvent {
  readonly id: number;
  readonly defaultBranch: string | null;
}

/** Decides which integrations of a project an event fires (contract: integrations §4.4). */
@Injectable()
export class DecisionsService {
  constructor(
    private readonly kinds: AvailableKinds,
    private readonly secrets: IntegrationSecrets,
    private readonly contexts: PlanContextService,
    private readonly protections: ProtectionsRepository,
    private readonly facts: ProjectFactsRepository,
  ) {}

  /** Returns a decision for each of the integrations whose kind is available. */
  decide(
    event: IntegrationEvent,
    project: ProjectOfEvent,
    integrations: readonly Integration[],
  ): Promise<readonly Decision[]> {
    return this.ofProject(project, integrations)(event);
  }

  /**
   * Returns a function that decides for one event after another; data that they share is read once, when it is first
   * needed.
   */
  ofProject(
    project: ProjectOfEvent,
    integrations: readonly Integration[],
  ): (event: IntegrationEvent) => Promise<readonly Decision[]> {
    const offered = integrations
      .filter(({ slug }) => this.kinds.slugs.includes(slug))
      .map((integration) => this.offer(integration));
    const mailDisabled = once(() => this.facts.hasMailDisabled(project.id));
    const branchRules = once(() => this.protections.branchRules(project.id));
    const context = once(() => this.contexts.of(project));
    return async (event) => {
      const kinds = offered.map(({ kind }) => kind);
      if (kinds.length === 0) {
        return [];
      }
      const shared = await context();
      const rules = needsRules(event) ? await branchRules() : [];
      const sendsMail = !asksForMail(event, kinds) || !(await mailDisabled());
      const facts = {
        defaultBranch: project.defaultBranch,
        isProtected: (branch: string) => rulesFor(rules, branch).length > 0,
      };
      return offered.map((offer) =>
        decided(event, { ...offer, facts, context: this.contexts.forKind({ ...shared, sendsMail }, offer.kind.slug) }),
      );
    };
  }

  /** Returns the redaction that removes the integration's secrets from what is shown of a decision. */
  redactionOf({ kind, integration }: Decision): Redaction {
    return new Redaction(kind, [...this.secrets.open(integration).values()]);
  }

  private offer(integration: Integration): Pick<Asked, 'kind' | 'integration' | 'settings'> {
    const kind = this.kinds.get(integration.slug);
    return { kind, integration, settings: settingsOf(kind, integration, this.secrets.open(integration)) };
  }
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined;
  return () => (found ??= read());
}

/** Whether the project sends mail only matters if one of the kinds would send a mail. */
const asksForMail = ({ objectKind }: IntegrationEvent, kinds: readonly IntegrationKind[]): boolean =>
  kinds.some(({ transport, events }) => transport === 'mail' && events.includes(objectKind));

const needsRules = ({ objectKind, payload }: IntegrationEvent): boolean =>
  ['push', 'pipeline', 'build'].includes(objectKind) && typeof payload.ref_protected !== 'boolean';

interface Asked {
  readonly kind: IntegrationKind;
  readonly integration: Integration;
  readonly settings: Settings;
  readonly facts: BranchFacts;
  readonly context: PlanContext;
}

function decided(event: IntegrationEvent, asked: Asked): Decision {
  const { kind, integration, settings, context } = asked;
  const refusal = refusalOf(event, asked);
  const steps = refusal === undefined ? kind.plan(event, settings, context) : [];
  const reason = refusal ?? (steps.length > 0 ? 'matched' : 'nothing_to_send');
  return { integration, kind, settings, context, reason, steps };
}

function refusalOf(
  event: IntegrationEvent,
  { kind, integration, settings, facts, context }: Asked,
): DecisionReason | undefined {
  if (!kind.events.includes(event.objectKind)) {
    return 'unsupported_event';
  }
  if (!integration[FLAG_COLUMNS[flagOf(event, kind)]]) {
    return 'flag_off';
  }
  return filteredBy(event, kind, settings, facts) ?? (kind.guard(event, context) ? undefined : 'guard');
}

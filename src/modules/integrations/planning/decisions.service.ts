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
import type { SharedContext } from './plan-context.service.js';
import { Redaction } from './redaction.js';
import { settingsOf } from './settings-of.js';

interface ProjectOfEvent {
  readonly id: number;
  readonly defaultBranch: string | null;
}

/** Which integrations of a project an event fires (contract: integrations §4.4). */
@Injectable()
export class DecisionsService {
  constructor(
    private readonly kinds: AvailableKinds,
    private readonly secrets: IntegrationSecrets,
    private readonly contexts: PlanContextService,
    private readonly protections: ProtectionsRepository,
    private readonly facts: ProjectFactsRepository,
  ) {}

  /** About each of the integrations. */
  async decide(
    event: IntegrationEvent,
    project: ProjectOfEvent,
    integrations: readonly Integration[],
  ): Promise<Decision[]> {
    const offered = integrations.filter(({ slug }) => this.kinds.slugs.includes(slug));
    if (offered.length === 0) {
      return [];
    }
    const kinds = offered.map(({ slug }) => this.kinds.get(slug));
    const shared = await this.sharedContext(event, project, kinds);
    const facts = await this.branchFacts(event, project);
    return offered.map((integration) => {
      const kind = this.kinds.get(integration.slug);
      const settings = settingsOf(kind, integration, this.secrets.open(integration));
      const context = this.contexts.forKind(shared, kind.slug);
      const refusal = refusalOf(event, { kind, integration, settings, facts, context });
      const steps = refusal === undefined ? kind.plan(event, settings, context) : [];
      return {
        integration,
        kind,
        settings,
        context,
        reason: refusal ?? (steps.length > 0 ? 'matched' : 'nothing_to_send'),
        steps,
      };
    });
  }

  /** Takes the secrets of its integration out of what is shown of a decision. */
  redactionOf({ kind, integration }: Decision): Redaction {
    return new Redaction(kind, [...this.secrets.open(integration).values()]);
  }

  /** Only where one of them is a mail, it matters whether the project sends any. */
  private async sharedContext(
    { objectKind }: IntegrationEvent,
    project: ProjectOfEvent,
    kinds: readonly IntegrationKind[],
  ): Promise<SharedContext> {
    const shared = await this.contexts.of(project);
    const isAsked = kinds.some(({ transport, events }) => transport === 'mail' && events.includes(objectKind));
    return isAsked ? { ...shared, sendsMail: !(await this.facts.hasMailDisabled(project.id)) } : shared;
  }

  private async branchFacts(event: IntegrationEvent, project: ProjectOfEvent): Promise<BranchFacts> {
    const isSaid = typeof event.payload.ref_protected === 'boolean';
    const isFiltered = ['push', 'pipeline', 'build'].includes(event.objectKind);
    const rules = isFiltered && !isSaid ? await this.protections.branchRules(project.id) : [];
    return { defaultBranch: project.defaultBranch, isProtected: (branch) => rulesFor(rules, branch).length > 0 };
  }
}

interface Asked {
  readonly kind: IntegrationKind;
  readonly integration: Integration;
  readonly settings: Settings;
  readonly facts: BranchFacts;
  readonly context: PlanContext;
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

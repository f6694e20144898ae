import { Injectable } from '@nestjs/common';
import { invalid, notFound, preconditionFailed } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import type { Caller } from '../../../core/access/caller.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { auditedProject } from '../../../core/projects/project-audit.js';
import type { Project } from '../../../core/projects/project.js';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import type { Precondition } from '../../../platform/http/unit-of-work/precondition.js';
import type { IntegrationKind } from '../kinds/kind.js';
import { DeliveryResultsRepository } from '../records/delivery-results.repository.js';
import { AvailableKinds } from './available-kinds.js';
import { GuardedAddresses } from './guarded-addresses.js';
import type { Integration } from './integration.js';
import { IntegrationSecrets } from './integration-secrets.js';
import { IntegrationsRepository } from './integrations.repository.js';
import { readSettings } from './read-settings.js';
import type { SentSettings } from './read-settings.js';
import { changeOf } from './settings-change.js';

/** Integrations that projects have set up (contract: integrations §1, §2, §3). */
@Injectable()
export class IntegrationsService {
  constructor(
    private readonly integrations: IntegrationsRepository,
    private readonly kinds: AvailableKinds,
    private readonly addresses: GuardedAddresses,
    private readonly secrets: IntegrationSecrets,
    private readonly deliveries: DeliveryResultsRepository,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Returns the active integrations. */
  list(project: Project, page: PageRequest): Promise<Page<Integration>> {
    return this.integrations.page(project.id, this.kinds.slugs, page);
  }

  /** Includes inactive integrations. */
  async all(project: Project): Promise<readonly Integration[]> {
    const found = await this.integrations.ofProject(project.id);
    return found.filter(({ slug }) => this.kinds.slugs.includes(slug));
  }

  /** Null for an integration that was never set up. */
  find(project: Project, kind: IntegrationKind): Promise<Integration | null> {
    return this.integrations.find(project.id, kind.slug);
  }

  /** Throws 404 for an integration that was never set up. */
  async get(project: Project, kind: IntegrationKind): Promise<Integration> {
    return requireFound(await this.integrations.find(project.id, kind.slug));
  }

  /**
   * Sets up the kind or changes its settings, and switches it on unless the kind has a parameter `active`. Throws 400
   * for errors in the sent settings, 404 if the project was deleted in the meantime, and 412 if an existing record was
   * required and there is none.
   */
  async put(
    project: Project,
    kind: IntegrationKind,
    { sent, caller, precondition }: { sent: RawParams; caller: Caller; precondition?: Precondition },
  ): Promise<Integration> {
    const settings = readSettings(kind, sent);
    await this.addresses.refuseBlocked(kind, settings.values);
    return this.database.transaction(async (tx) => {
      const held = await this.integrations.lockOrInsert(project.id, kind.slug);
      if (!held) {
        throw notFound('Project');
      }
      const { row, isNew } = held;
      if (isNew && precondition?.(null) === false) {
        throw preconditionFailed();
      }
      await this.integrations.update(row.id, this.changed(kind, row, settings, isNew));
      await this.record(tx, project, row, isNew ? 'set up' : 'changed', caller);
      return this.get(project, kind);
    });
  }

  /** Switches the integration off; its settings are kept. Throws 404 if it was never set up. */
  async disable(project: Project, kind: IntegrationKind, caller: Caller): Promise<void> {
    await this.database.transaction(async (tx) => {
      const row = requireFound(await this.integrations.lock(project.id, kind.slug));
      await this.integrations.deactivate(row.id);
      await this.deliveries.cancelWaiting(row.id);
      await this.record(tx, project, row, 'disabled', caller);
    });
  }

  private changed(kind: IntegrationKind, row: Integration, sent: SentSettings, isNew: boolean) {
    const stored = new Map([...Object.entries(row.settings), ...this.secrets.open(row)]);
    const { changes, errors } = kind.consequences({ sent: sent.values, stored });
    if (errors) {
      throw invalid(Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, [text]])));
    }
    const values = new Map([...sent.values, ...Object.entries(changes ?? {})]);
    const change = changeOf(kind, { values, flags: sent.flags }, { stored, isNew });
    const { secrets, signingSecret, ...rest } = change;
    return {
      ...rest,
      active: sent.active,
      secrets: this.secrets.seal(row, secrets),
      signingSecret: this.signingSecret(row, signingSecret),
    };
  }

  /** Undefined keeps the current secret, null removes it. */
  private signingSecret(row: Integration, sent: string | null | undefined): Buffer | null {
    if (sent === undefined) {
      return row.signingSecret;
    }
    return sent === null ? null : this.secrets.sealSigning(row, sent);
  }

  private async record(tx: Tx, project: Project, { id, slug }: Integration, act: string, caller: Caller) {
    const target = { id, type: 'Integration', details: slug };
    await this.audit.record(tx, caller, auditedProject(project), target, { custom_message: `Integration ${act}` });
  }
}

function requireFound(found: Integration | null): Integration {
  if (!found) {
    throw notFound('Integration');
  }
  return found;
}

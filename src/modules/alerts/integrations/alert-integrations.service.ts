import { Injectable } from '@nestjs/common';
import { conflict, invalidField, notFound, unprocessable } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { auditedProject } from '../../../core/projects/project-audit.js';
import type { Project } from '../../../core/projects/project.js';
import { randomHex } from '../../../platform/crypto/random.js';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import type { AlertIntegrationType } from '../alert-words.js';
import { AlertKeys } from './alert-keys.js';
import { nameSlug } from './alert-integration-address.js';
import { LEGACY_IDENTIFIER, PROMETHEUS_IDENTIFIER } from './alert-integration.js';
import type {
  AlertIntegration,
  AlertIntegrationChanges,
  AlertIntegrationFields,
  AlertIntegrationFilters,
} from './alert-integration.js';
import { AlertIntegrationsRepository } from './alert-integrations.repository.js';
import type { HeldIntegrations } from './alert-integrations.repository.js';

const MAX_INTEGRATIONS = 100;
const IDENTIFIER_BYTES = 8;
const DEFAULTS: Omit<AlertIntegrationFields, 'name'> = {
  active: true,
  payloadExample: null,
  mapping: {},
  signatureRequired: false,
  autoResolveAfter: null,
};

/** Manages integrations that send alerts, their addresses and keys (contract: alerts §4, §8.4). */
@Injectable()
export class AlertIntegrationsService {
  constructor(
    private readonly integrations: AlertIntegrationsRepository,
    private readonly keys: AlertKeys,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  list(project: Project, filters: AlertIntegrationFilters, page: PageRequest): Promise<Page<AlertIntegration>> {
    return this.integrations.page(project.id, filters, page);
  }

  /** Throws 404, also for an integration of another project. */
  async get(project: Project, id: number): Promise<AlertIntegration> {
    const found = await this.integrations.find(project.id, id);
    if (!found) {
      throw notFound('Alert Integration');
    }
    return found;
  }

  /** Throws 400, 409, 422. */
  create(
    project: Project,
    { type, name, ...changes }: AlertIntegrationChanges & { type: AlertIntegrationType; name: string },
    caller: Caller,
  ): Promise<AlertIntegration> {
    if (changes.signatureRequired) {
      throw needsSecret();
    }
    return this.database.transaction(async (tx) => {
      const held = await this.integrations.lockHeld(project.id);
      const identifier = identifierFor(type, held);
      const key = this.keys.newKey({ projectId: project.id, type, identifier });
      const row = { ...DEFAULTS, ...given(changes), ...key, name, type, identifier, nameSlug: nameSlug(name) };
      const id = await this.integrations.insert(project.id, row);
      const created = await this.get(project, id);
      await this.record(tx, project, created, 'created', caller);
      return created;
    });
  }

  /** Absent fields keep their values. Throws 404, 400. */
  update(project: Project, id: number, changes: AlertIntegrationChanges, caller: Caller): Promise<AlertIntegration> {
    return this.changing(project, id, 'changed', caller, async (integration) => {
      if (changes.signatureRequired && !integration.hasSigningSecret) {
        throw needsSecret();
      }
      await this.integrations.update(id, given(changes));
    });
  }

  /** The old key becomes invalid at once. Throws 404. */
  resetKey(project: Project, id: number, caller: Caller): Promise<AlertIntegration> {
    return this.changing(project, id, 'key reset', caller, (integration) =>
      this.integrations.replaceKey(id, this.keys.newKey(integration)),
    );
  }

  /** Returns the integration as it was before; its alerts are kept. Throws 404. */
  delete(project: Project, id: number, caller: Caller): Promise<AlertIntegration> {
    // deleting an integration updates its alerts, and payloads lock alerts before the integration
    return this.database.givingWay(async (tx) => {
      const integration = await this.get(project, id);
      if (!(await this.integrations.delete(id))) {
        throw notFound('Alert Integration');
      }
      await this.record(tx, project, integration, 'deleted', caller);
      return integration;
    });
  }

  /** Returns the text of the new secret, which is never shown again. Throws 404. */
  async addSigningSecret(project: Project, id: number, graceSeconds: number, caller: Caller) {
    const secret = this.keys.newSigningSecret(id);
    const integration = await this.changing(project, id, 'signing secret added', caller, () =>
      this.integrations.addSigningSecret(id, secret.sealed, graceSeconds),
    );
    return { integration, secret: secret.text };
  }

  async dropSigningSecrets(project: Project, id: number, caller: Caller): Promise<void> {
    await this.changing(project, id, 'signing secrets deleted', caller, () => this.integrations.dropSigningSecrets(id));
  }

  private changing(
    project: Project,
    id: number,
    act: string,
    caller: Caller,
    change: (integration: AlertIntegration) => Promise<void>,
  ): Promise<AlertIntegration> {
    return this.database.transaction(async (tx) => {
      await change(await this.get(project, id));
      const changed = await this.get(project, id);
      await this.record(tx, project, changed, act, caller);
      return changed;
    });
  }

  private async record(tx: Tx, project: Project, { id, name }: AlertIntegration, act: string, caller: Caller) {
    const target = { id, type: 'AlertIntegration', details: name };
    await this.audit.record(tx, caller, auditedProject(project), target, {
      custom_message: `Alert integration ${act}`,
    });
  }
}

const needsSecret = () => invalidField('signature_required', 'needs a signing secret');

/** Throws 409, 422 (contract: alerts §4, Identifier). */
function identifierFor(type: AlertIntegrationType, held: HeldIntegrations): string {
  if (type === 'prometheus' && held.hasPrometheus) {
    throw conflict('The project already has a Prometheus integration');
  }
  if (held.count >= MAX_INTEGRATIONS) {
    throw unprocessable('The project has too many alert integrations');
  }
  if (type === 'prometheus') {
    return PROMETHEUS_IDENTIFIER;
  }
  return held.hasLegacy ? randomHex(IDENTIFIER_BYTES) : LEGACY_IDENTIFIER;
}

function given(changes: AlertIntegrationChanges): Partial<AlertIntegrationFields> {
  const sent: Readonly<Record<string, unknown>> = { ...changes };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}

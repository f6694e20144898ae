import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import type { Integration } from '../settings/integration.js';
import { IntegrationsRepository } from '../settings/integrations.repository.js';

/** Active integrations, read once for all events of a transaction: most projects have none. */
@Injectable()
export class ActiveIntegrationsService {
  private readonly known = new WeakMap<Tx, Map<number, Promise<Integration[]>>>();

  constructor(private readonly integrations: IntegrationsRepository) {}

  of(tx: Tx, projectId: number): Promise<readonly Integration[]> {
    const byProject = this.known.get(tx) ?? new Map<number, Promise<Integration[]>>();
    this.known.set(tx, byProject);
    const found = byProject.get(projectId) ?? this.integrations.active(projectId);
    byProject.set(projectId, found);
    return found;
  }
}

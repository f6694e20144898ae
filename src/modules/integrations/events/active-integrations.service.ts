import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/tx.js';
import { ReadOnce } from '../../../platform/database/read-once.js';
import type { Integration } from '../settings/integration.js';
import { IntegrationsRepository } from '../settings/integrations.repository.js';

/** Active integrations of a project, read once for all events of a transaction: most projects have none. */
@Injectable()
export class ActiveIntegrationsService {
  private readonly known = new ReadOnce<Integration[]>();

  constructor(private readonly integrations: IntegrationsRepository) {}

  of(tx: Tx, projectId: number): Promise<readonly Integration[]> {
    return this.known.of(tx, projectId, () => this.integrations.active(projectId));
  }
}

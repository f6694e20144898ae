import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import type { Tx } from '../../../platform/database/tx.js';
import { EventRecorder } from '../../../core/events/event-recorder.js';
import type { DomainEvent } from '../../../core/events/domain-event.js';
import { REF_PUSHED } from '../../repositories/pushes/push.js';
import type { ObjectKind } from '../kinds/object-kind.js';
import { objectIn, textIn, toPayload } from '../planning/json.js';
import { IntegrationsRepository } from '../settings/integrations.repository.js';
import { ActiveIntegrationsService } from './active-integrations.service.js';
import { DispatchService } from './dispatch.service.js';

/**
 * Records events of branches and tags for integrations, in the transaction that follows the push (contract:
 * integrations §4.1).
 */
@Injectable()
@Contributes(EventRecorder)
export class RefEventsRecorder extends EventRecorder {
  override readonly on = [REF_PUSHED];

  constructor(
    private readonly dispatch: DispatchService,
    private readonly active: ActiveIntegrationsService,
    private readonly integrations: IntegrationsRepository,
  ) {
    super();
  }

  override isWanted(projectId: number): Promise<boolean> {
    return this.integrations.hasActive(projectId);
  }

  override async record(tx: Tx, event: DomainEvent): Promise<void> {
    const { projectId, body } = toPayload(event.payload);
    if (typeof projectId !== 'number') {
      return;
    }
    const integrations = await this.active.of(tx, projectId);
    if (integrations.length > 0) {
      const payload = objectIn({ body: body ?? null }, 'body');
      const objectKind: ObjectKind = payload.object_kind === 'tag_push' ? 'tag_push' : 'push';
      const defaultBranch = textIn(objectIn(payload, 'project'), 'default_branch') || null;
      const ref = textIn(payload, 'ref');
      const told = { projectId, eventId: null, objectKind, eventType: objectKind, ref, payload };
      await this.dispatch.record(tx, told, { id: projectId, defaultBranch }, integrations);
    }
  }
}

import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import { INSTANCE } from '../../../core/audit/audit-event.js';
import type { AuditedEntity } from '../../../core/audit/audit-event.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import type { User } from '../../../core/users/user.js';
import { Database } from '../../../platform/database/database.js';
import { RateCounters, windowAt } from '../../../platform/http/rate-limit/rate-counters.js';
import type { OidcRefusal } from './oidc-refusal.js';

const PERIOD_SECONDS = 60;
/** Maximum number of refusals per address and minute that are recorded, because anyone may send unsolicited answers. */
const MOST_REFUSALS = 20;

type Named = Pick<User, 'id' | 'username'>;

/** Records sign-ins through the provider in the audit log (contract: scim-graphql §C1.7). */
@Injectable()
export class OidcAuditService {
  constructor(
    private readonly audit: AuditService,
    private readonly counters: RateCounters,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async record(user: Named, address: string, text: string): Promise<void> {
    const entity = { type: 'User', id: user.id, path: user.username, groupIds: [] } as const;
    await this.write(entity, { id: user.id, details: user.username }, { address, text });
  }

  async refused({ reason }: OidcRefusal, address: string): Promise<void> {
    const window = windowAt(`oidc refusals ${address}`, PERIOD_SECONDS, this.clock.millis());
    if ((await this.counters.hit(window)) <= MOST_REFUSALS) {
      const text = 'identity provider sign-in refused';
      await this.write(INSTANCE, { id: INSTANCE.id, details: reason }, { address, text });
    }
  }

  private async write(
    entity: AuditedEntity,
    target: { readonly id: number; readonly details: string },
    { address, text }: { readonly address: string; readonly text: string },
  ): Promise<void> {
    const by = { account: null, userId: 0, address, sudoBy: null, credential: null };
    await this.database.transaction((tx) =>
      this.audit.record(tx, by, entity, { ...target, type: entity.type }, { custom_message: text }),
    );
  }
}

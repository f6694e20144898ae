import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import { digestOf } from '../../../platform/crypto/random.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { returning } from '../../../platform/database/typed-sql.js';
import { OidcRequestEntity } from './oidc-request.entity.js';

/** The values that the provider's answer is checked against. */
export interface OidcRequest {
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTarget: string;
}

const COLUMNS = columnsOf(OidcRequestEntity, 'r', 'sealed', 'returnTarget');

@Injectable()
export class OidcRequestsRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /** Stores a request for ten minutes; one browser may have several. */
  async add(sessionId: number, state: string, { nonce, verifier, returnTarget }: OidcRequest): Promise<void> {
    const sealed = this.box.seal(`${nonce} ${verifier}`, state);
    await this.database.transaction(async () => {
      await this.database.run(sql`delete from oidc_requests where session_id = ${sessionId} and expires_at < now()`);
      await this.database.run(sql`
        insert into oidc_requests (state_digest, session_id, sealed, return_target, expires_at)
        values (${digestOf(state)}, ${sessionId}, ${sealed}, ${returnTarget}, now() + interval '10 minutes')`);
    });
  }

  /** Returns the request of this session with this state and deletes it; null if it is unknown, used or too old. */
  async take(sessionId: number, state: string): Promise<OidcRequest | null> {
    const row = await this.database.row(
      returning(
        COLUMNS,
        sql`
          delete from oidc_requests r
          where r.state_digest = ${digestOf(state)} and r.session_id = ${sessionId} and r.expires_at > now()`,
      ),
    );
    if (!row) {
      return null;
    }
    const [nonce = '', verifier = ''] = this.box.open(row.sealed, state).split(' ');
    return { nonce, verifier, returnTarget: row.returnTarget };
  }
}

import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { digestOf } from '../../../platform/crypto/random.js';
import { Database } from '../../../platform/database/database.js';

/** Finds what registration tokens were made for (contract: triggers §9). */
@Injectable()
export class RegistrationPlaces {
  constructor(private readonly database: Database) {}

  async findGroupId(token: string): Promise<number | null> {
    const row = await this.database.row<{ id: number }>(
      sql`select id from groups where runners_token_digest = ${digestOf(token)} and not pending_delete`,
    );
    return row?.id ?? null;
  }

  async findProjectId(token: string): Promise<number | null> {
    const row = await this.database.row<{ id: number }>(
      sql`select id from projects where runners_token_digest = ${digestOf(token)} and not pending_delete`,
    );
    return row?.id ?? null;
  }
}

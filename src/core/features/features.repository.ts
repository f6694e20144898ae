import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../platform/database/columns-of.js';
import { Database } from '../../platform/database/database.js';
import { select } from '../../platform/database/typed-sql.js';
import { FeatureEntity } from './feature.entity.js';
import type { FeatureName } from './features.js';

const COLUMNS = columnsOf(FeatureEntity, 'f', 'name', 'value');

@Injectable()
export class FeaturesRepository {
  constructor(private readonly database: Database) {}

  /** Returns the flags that differ from their default, by name. */
  async states(): Promise<ReadonlyMap<string, boolean>> {
    const rows = await this.database.rows(select(COLUMNS, sql`from features f`));
    return new Map(rows.map(({ name, value }) => [name, value]));
  }

  /**
   * Other changes wait until the transaction ends. A flag that was never changed has no row to lock, hence the table
   * lock.
   */
  async hold(): Promise<void> {
    await this.database.run(sql`lock table features in share row exclusive mode`);
  }

  async set(name: FeatureName, value: boolean): Promise<void> {
    await this.database.run(sql`
      insert into features (name, value) values (${name}, ${value})
      on conflict (name) do update set value = excluded.value, updated_at = now()`);
  }

  async reset(name: FeatureName): Promise<void> {
    await this.database.repository(FeatureEntity).delete(name);
  }
}

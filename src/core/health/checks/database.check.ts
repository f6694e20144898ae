import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import { HealthCheck } from '../health-check.js';

@Injectable()
@Contributes(HealthCheck)
export class DatabaseCheck extends HealthCheck {
  readonly name = 'database';

  constructor(private readonly database: Database) {
    super();
  }

  override async probe(): Promise<void> {
    await this.database.row(sql`select 1`);
  }
}

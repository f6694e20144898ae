import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { Database } from '../../../platform/database/database.js';
import { CheckFailed, HealthCheck } from '../health-check.js';

@Injectable()
@Contributes(HealthCheck)
export class DatabaseCheck extends HealthCheck {
  readonly name = 'database';

  constructor(private readonly database: Database) {
    super();
  }

  override async probe(): Promise<void> {
    if (await this.database.isReadOnly()) {
      throw new CheckFailed('read-only');
    }
  }
}

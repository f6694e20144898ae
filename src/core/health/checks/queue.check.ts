import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { JobCarrier } from '../../../platform/queue/job-carrier.js';
import { HealthCheck } from '../health-check.js';

@Injectable()
@Contributes(HealthCheck)
export class QueueCheck extends HealthCheck {
  readonly name = 'queue';

  constructor(private readonly carrier: JobCarrier) {
    super();
  }

  override probe(): Promise<void> {
    return this.carrier.probe();
  }
}

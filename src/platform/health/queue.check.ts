import { Injectable } from '@nestjs/common';
import { JobCarrier } from '../queue/job-carrier.js';
import { HealthCheck } from './health-check.js';

@Injectable()
export class QueueCheck extends HealthCheck {
  readonly name = 'queue';

  constructor(private readonly carrier: JobCarrier) {
    super();
  }

  override probe(): Promise<void> {
    return this.carrier.probe();
  }
}

import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { JobTransport } from '../../../platform/queue/job-transport.js';
import { HealthCheck } from '../health-check.js';

@Injectable()
@Contributes(HealthCheck)
export class QueueCheck extends HealthCheck {
  readonly name = 'queue';

  constructor(private readonly transport: JobTransport) {
    super();
  }

  override probe(): Promise<void> {
    return this.transport.probe();
  }
}

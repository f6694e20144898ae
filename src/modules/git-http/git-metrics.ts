import { Injectable } from '@nestjs/common';
import { Git } from '../../platform/git/git.service.js';
import { Metrics } from '../../platform/metrics/metrics.js';

/** Metrics of git over HTTPS (contract: git §10.5). */
@Injectable()
export class GitMetrics {
  private readonly requests;
  private readonly bytes;

  constructor(metrics: Metrics, git: Git) {
    this.requests = metrics.counter('slipway_git_requests_total', 'Requests of git clients.', ['service', 'outcome']);
    this.bytes = metrics.counter('slipway_git_bytes_total', 'Bytes of packs and their negotiation.', ['direction']);
    metrics.value('slipway_git_processes', 'Git children that hold a slot.', () => git.processes);
  }

  noteRequest(service: string, outcome: 'ok' | 'refused' | 'failed'): void {
    this.requests.inc({ service, outcome });
  }

  noteBytes(direction: 'in' | 'out', count: number): void {
    this.bytes.inc({ direction }, count);
  }
}

import { Injectable } from '@nestjs/common';
import type { Job } from '../../../../platform/queue/job.js';
import { TAGS_PUSHED } from '../../../repositories/pushes/push.js';
import type { RepositoryPushed } from '../../../repositories/pushes/push.js';
import { GoReleasesService } from './go-releases.service.js';

/** Adds and removes packages when their tags change (contract: packages §5.10). Safe to repeat. */
@Injectable()
export class ShowGoReleasesJob implements Job<RepositoryPushed> {
  static readonly jobName = 'packages.show-go-releases';
  static readonly on = [TAGS_PUSHED];

  constructor(private readonly releases: GoReleasesService) {}

  perform(push: RepositoryPushed): Promise<void> {
    return this.releases.follow(push);
  }
}

import { Injectable, Module } from '@nestjs/common';
import { REPOSITORY_PUSHED } from '../../src/modules/repositories/pushes/push.js';
import type { RepositoryPushed } from '../../src/modules/repositories/pushes/push.js';

/** The events of pushes that {@link NotedPushesModule} received, in their order. */
export const notedPushes: RepositoryPushed[] = [];

@Injectable()
class NotePush {
  static readonly jobName = 'test.note-push';
  static readonly on = [REPOSITORY_PUSHED];
  perform(payload: RepositoryPushed): Promise<void> {
    notedPushes.push(payload);
    return Promise.resolve();
  }
}

@Module({ providers: [NotePush] })
export class NotedPushesModule {}

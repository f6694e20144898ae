import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/access/caller.js';
import { Env } from '../../platform/config/env.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import type { Trigger } from './trigger.js';
import { presentTrigger } from './trigger.presenter.js';
import type { TriggerView } from './trigger.presenter.js';

/** Presents trigger tokens, with their full value only to the users who created them (contract: triggers §1). */
@Injectable()
export class TriggerViewsService {
  constructor(
    private readonly box: SecretBox,
    private readonly env: Env,
  ) {}

  of(trigger: Trigger, viewer: Caller): TriggerView {
    const isOwn = trigger.ownerId !== null && trigger.ownerId === viewer.userId;
    return presentTrigger(trigger, isOwn ? this.box.open(trigger.token) : null, this.env.baseUrl);
  }
}

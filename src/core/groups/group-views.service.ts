import { Injectable } from '@nestjs/common';
import { Env } from '../../platform/config/env.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { presentGroup } from './group.presenter.js';
import type { Group } from './group.js';

/** Presents groups with URLs and, for Owners, the registration token of runners. */
@Injectable()
export class GroupViewsService {
  constructor(
    private readonly env: Env,
    private readonly secrets: SecretBox,
  ) {}

  full(group: Group, viewer: Caller) {
    const owns = viewer.isAtLeast(Role.Owner, group.level);
    const token = owns && group.runnersToken ? this.secrets.openCached(group.runnersToken) : null;
    return presentGroup(group, viewer, this.env.baseUrl, owns ? token : undefined);
  }
}

import { Injectable } from '@nestjs/common';
import { Env } from '../../platform/config/env.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { presentProject, presentSimpleProject } from './project.presenter.js';
import { levelOf } from './project.js';
import type { Project } from './project.js';

/** Presents projects with what the site and the key ring add: addresses, and the runners' token for Maintainers. */
@Injectable()
export class ProjectViews {
  constructor(
    private readonly env: Env,
    private readonly secrets: SecretBox,
  ) {}

  full(project: Project, viewer: Caller) {
    const manages = viewer.isAtLeast(Role.Maintainer, levelOf(project));
    const token = manages && project.runnersToken ? this.secrets.open(project.runnersToken) : null;
    return presentProject(project, viewer, this.env, manages ? token : undefined);
  }

  simple(project: Project) {
    return presentSimpleProject(project, this.env);
  }

  /** How a list shows its rows: short on demand, and always for the public (contract: core §6). */
  listed(project: Project, viewer: Caller, simple = false) {
    return simple && !viewer.isAnonymous ? this.simple(project) : this.full(project, viewer);
  }
}

import { Injectable } from '@nestjs/common';
import { forbidden, notFound, notGiven } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../../core/access/caller.js';
import { refuseBot } from '../../../core/access/token-giving.js';
import { Role } from '../../../core/access/role.js';
import { GroupByIdOrPath } from '../../../core/groups/group-target.resolver.js';
import type { RunnerType } from './runner-type.js';
import { ProjectByIdOrPath } from '../../../core/projects/project-target.resolver.js';
import { RunnersTokenService } from '../../../core/settings/runners-token.service.js';
import { randomToken } from '../../../platform/crypto/random.js';
import { Database } from '../../../platform/database/database.js';
import { RegistrationTargetsRepository } from './registration-targets.repository.js';
import type { Runner, RunnerFacts, RunnerFields, RunnerReach } from './runner.js';
import { RunnersRepository } from './runners.repository.js';

const PREFIX = 'slrunner_';

/** The scope of a runner that `POST /user/runners` asks for. */
export interface WantedReach {
  readonly type: RunnerType;
  readonly groupId: number | undefined;
  readonly projectId: number | undefined;
}

/** A runner's id and its token, which is shown once. */
export interface CreatedRunner {
  readonly id: number;
  readonly token: string;
}

/**
 * Registers runners by registration tokens, and creates runners for users who manage their scope (contract: triggers
 * §9).
 */
@Injectable()
export class RunnerRegistrationService {
  constructor(
    private readonly runners: RunnersRepository,
    private readonly targets: RegistrationTargetsRepository,
    private readonly instanceToken: RunnersTokenService,
    private readonly groups: GroupByIdOrPath,
    private readonly projects: ProjectByIdOrPath,
    private readonly database: Database,
  ) {}

  /**
   * Registers a runner by the registration token of the instance, a group or a project. Throws 403 for any other token.
   */
  async register(registrationToken: string, fields: RunnerFields, facts: RunnerFacts): Promise<CreatedRunner> {
    return this.make(await this.reachOf(registrationToken), fields, facts, null);
  }

  /** Returns the scope of the runners that a registration token registers. Throws 403 for any other token. */
  async reachOf(token: string): Promise<RunnerReach> {
    if (await this.instanceToken.matches(token)) {
      return { type: 'instance_type' };
    }
    const groupId = await this.targets.findGroupId(token);
    if (groupId !== null) {
      return { type: 'group_type', groupId };
    }
    const projectId = await this.targets.findProjectId(token);
    if (projectId === null) {
      throw forbidden();
    }
    return { type: 'project_type', projectId };
  }

  /**
   * Creates a runner for administrators, Owners of the group or Maintainers of the project, but not for bots. Throws
   * 400, 403, 404.
   */
  async create(wanted: WantedReach, fields: RunnerFields, facts: RunnerFacts, caller: Caller): Promise<CreatedRunner> {
    refuseBot(caller);
    return this.make(await this.grantedReach(wanted, caller), fields, facts, caller.userId);
  }

  /** Returns the runner of a token. Throws 403. */
  async get(token: string): Promise<Runner> {
    const runner = await this.runners.findByToken(token);
    if (!runner) {
      throw forbidden();
    }
    return runner;
  }

  /** Removes a runner by its own token. Throws 403, also when another request has already removed it. */
  async unregister(token: string): Promise<void> {
    const { id } = await this.get(token);
    if (!(await this.runners.delete(id))) {
      throw forbidden();
    }
  }

  private make(
    reach: RunnerReach,
    fields: RunnerFields,
    facts: RunnerFacts,
    createdBy: number | null,
  ): Promise<CreatedRunner> {
    const token = randomToken(PREFIX);
    return this.database.transaction(async () => ({
      id: await this.runners.insert({ reach, fields, facts, token, createdBy }),
      token,
    }));
  }

  private async grantedReach({ type, groupId, projectId }: WantedReach, caller: Caller): Promise<RunnerReach> {
    switch (type) {
      case 'instance_type':
        return granted({ type }, caller.isAdmin);
      case 'group_type': {
        const id = given('group_id', groupId);
        const group = await this.groups.resolveReference(String(id), caller);
        return granted({ type, groupId: id }, present('Group', group) && caller.isAtLeast(Role.Owner, levelIn(group)));
      }
      case 'project_type': {
        const id = given('project_id', projectId);
        const project = await this.projects.resolveReference(String(id), caller);
        const isPresent = present('Project', project);
        return granted({ type, projectId: id }, isPresent && caller.isAtLeast(Role.Maintainer, levelIn(project)));
      }
    }
  }
}

const levelIn = (target: { readonly level: number | null } | null): number => target?.level ?? 0;

function given(name: string, id: number | undefined): number {
  if (id === undefined) {
    throw notGiven(name);
  }
  return id;
}

function present(resourceName: string, target: object | null): boolean {
  if (!target) {
    throw notFound(resourceName);
  }
  return true;
}

function granted(reach: RunnerReach, isGranted: boolean): RunnerReach {
  if (!isGranted) {
    throw forbidden();
  }
  return reach;
}

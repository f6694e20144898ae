import { Controller, Get, Put } from '@nestjs/common';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Group } from '../../../core/groups/group.js';
import { PackageGroupResolver } from '../access/package-group.resolver.js';
import { UpdatePackageSettingsInput } from './package-settings.dto.js';
import { PackageSettingsSchema, presentPackageSettings } from './package-settings.presenter.js';
import { PackageSettingsService } from './package-settings.service.js';

/** Contract: packages §6.3. */
@Controller('groups/:id/packages/settings')
@Allow({ on: PackageGroupResolver, anonymous: true, role: Role.Maintainer })
export class GroupPackageSettingsController {
  constructor(private readonly settings: PackageSettingsService) {}

  @Get()
  @Answers(PackageSettingsSchema)
  async show(@Target() group: Group) {
    return presentPackageSettings(await this.settings.ofGroup(group));
  }

  @Put()
  @Answers(PackageSettingsSchema)
  async update(@Target() group: Group, @Me() me: Caller, @Input() input: UpdatePackageSettingsInput) {
    return presentPackageSettings(await this.settings.changeGroup(group, input.toChanges(), me));
  }
}

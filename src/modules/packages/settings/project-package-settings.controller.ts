import { Controller, Get, Put } from '@nestjs/common';
import { AdmitsJobTokens, Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { PackageProjectResolver } from '../access/package-project.resolver.js';
import { UpdatePackageSettingsInput } from './package-settings.dto.js';
import { PackageSettingsSchema, presentPackageSettings } from './package-settings.presenter.js';
import { PackageSettingsService } from './package-settings.service.js';

/** Contract: packages §6.3. */
@Controller('projects/:id/packages/settings')
@Allow({ on: PackageProjectResolver, anonymous: true, role: Role.Maintainer })
@AdmitsJobTokens({ switched: false })
export class ProjectPackageSettingsController {
  constructor(private readonly settings: PackageSettingsService) {}

  @Get()
  @Answers(PackageSettingsSchema)
  async show(@Target() project: Project) {
    return presentPackageSettings(await this.settings.ofProject(project));
  }

  @Put()
  @Answers(PackageSettingsSchema)
  async update(@Target() project: Project, @Me() me: Caller, @Input() input: UpdatePackageSettingsInput) {
    return presentPackageSettings(await this.settings.changeProject(project, input.toChanges(), me));
  }
}

import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PageController, PathText, Visiting } from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { SentProof } from '../../../core/spam/spam-proof.js';
import type { SpamProof } from '../../../core/spam/spam-proof.js';
import { ProjectSettings } from './project-settings.service.js';

/** The settings of a project (contract: core §6, §10). */
@PageController('*project/-/edit', { who: 'signed-in' })
export class ProjectSettingsController {
  constructor(private readonly settings: ProjectSettings) {}

  @Get()
  show(@PathText('project') path: string, @Visiting() visit: Visit) {
    return this.settings.show(path, visit);
  }

  @Post()
  save(
    @PathText('project') path: string,
    @Fields() fields: RawParams,
    @Visiting() visit: Visit,
    @SentProof() proof: SpamProof,
  ) {
    return this.settings.save(path, fields, visit, proof);
  }

  @Post('path')
  move(
    @PathText('project') path: string,
    @Fields() fields: RawParams,
    @Visiting() visit: Visit,
    @SentProof() proof: SpamProof,
  ) {
    return this.settings.move(path, fields, visit, proof);
  }

  @Post('archive')
  archive(@PathText('project') path: string, @Visiting() visit: Visit) {
    return this.settings.archive(path, true, visit);
  }

  @Post('unarchive')
  unarchive(@PathText('project') path: string, @Visiting() visit: Visit) {
    return this.settings.archive(path, false, visit);
  }

  @Get('delete')
  confirm(@PathText('project') path: string, @Visiting() visit: Visit) {
    return this.settings.confirm(path, visit);
  }

  @Post('delete')
  delete(@PathText('project') path: string, @Fields() fields: RawParams, @Visiting() visit: Visit) {
    return this.settings.delete(path, fields, visit);
  }
}

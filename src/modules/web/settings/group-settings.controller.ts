import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PageController, PathText, Visiting } from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { SentProof } from '../../../core/spam/spam-proof.js';
import type { SpamProof } from '../../../core/spam/spam-proof.js';
import { GroupSettings } from './group-settings.service.js';

/** The settings of a group (contract: core §5, §10). */
@PageController('groups/*group/-/edit', { who: 'signed-in' })
export class GroupSettingsController {
  constructor(private readonly settings: GroupSettings) {}

  @Get()
  show(@PathText('group') path: string, @Visiting() visit: Visit) {
    return this.settings.show(path, visit);
  }

  @Post()
  save(
    @PathText('group') path: string,
    @Fields() fields: RawParams,
    @Visiting() visit: Visit,
    @SentProof() proof: SpamProof,
  ) {
    return this.settings.save(path, fields, visit, proof);
  }

  /** A form of its own, for the same reading: its one field is the path. */
  @Post('path')
  move(
    @PathText('group') path: string,
    @Fields() fields: RawParams,
    @Visiting() visit: Visit,
    @SentProof() proof: SpamProof,
  ) {
    return this.settings.save(path, fields, visit, proof);
  }

  @Get('delete')
  confirm(@PathText('group') path: string, @Visiting() visit: Visit) {
    return this.settings.confirm(path, visit);
  }

  @Post('delete')
  delete(@PathText('group') path: string, @Fields() fields: RawParams, @Visiting() visit: Visit) {
    return this.settings.delete(path, fields, visit);
  }
}

import { Get, Injectable, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PathText, Visiting } from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { SentProof } from '../../../core/spam/spam-proof.js';
import type { SpamProof } from '../../../core/spam/spam-proof.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';

/** What the settings of a project and of a group have in common. */
export interface ContainerSettings {
  show(path: string, visit: Visit): Promise<WebAnswer>;
  save(path: string, fields: RawParams, visit: Visit, proof: SpamProof): Promise<WebAnswer>;
  move(path: string, fields: RawParams, visit: Visit, proof: SpamProof): Promise<WebAnswer>;
  confirm(path: string, visit: Visit): Promise<WebAnswer>;
  delete(path: string, fields: RawParams, visit: Visit): Promise<WebAnswer>;
}

/** The pages about the settings of a project or group (contract: core §5, §6, §10). */
@Injectable()
export abstract class SettingsRoutes {
  protected abstract readonly settings: ContainerSettings;

  @Get()
  show(@PathText('place') path: string, @Visiting() visit: Visit) {
    return this.settings.show(path, visit);
  }

  @Post()
  save(
    @PathText('place') path: string,
    @Fields() fields: RawParams,
    @Visiting() visit: Visit,
    @SentProof() proof: SpamProof,
  ) {
    return this.settings.save(path, fields, visit, proof);
  }

  @Post('path')
  move(
    @PathText('place') path: string,
    @Fields() fields: RawParams,
    @Visiting() visit: Visit,
    @SentProof() proof: SpamProof,
  ) {
    return this.settings.move(path, fields, visit, proof);
  }

  @Get('delete')
  confirm(@PathText('place') path: string, @Visiting() visit: Visit) {
    return this.settings.confirm(path, visit);
  }

  @Post('delete')
  delete(@PathText('place') path: string, @Fields() fields: RawParams, @Visiting() visit: Visit) {
    return this.settings.delete(path, fields, visit);
  }
}

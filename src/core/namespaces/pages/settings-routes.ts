import { Get, Injectable, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PathText, Web } from '../../web/page.decorators.js';
import type { WebContext } from '../../web/web-context.js';
import { FormProof } from '../../web/form-proof.decorator.js';
import type { SpamProof } from '../../spam/spam-proof.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';

/** Common interface of project and group settings. */
export interface ContainerSettings {
  show(path: string, web: WebContext): Promise<WebAnswer>;
  save(path: string, fields: RawParams, web: WebContext, proof: SpamProof): Promise<WebAnswer>;
  move(path: string, fields: RawParams, web: WebContext, proof: SpamProof): Promise<WebAnswer>;
  confirm(path: string, web: WebContext): Promise<WebAnswer>;
  delete(path: string, fields: RawParams, web: WebContext): Promise<WebAnswer>;
}

/** The pages about the settings of a project or group (contract: core §5, §6, §10). */
@Injectable()
export abstract class SettingsRoutes {
  protected abstract readonly settings: ContainerSettings;

  @Get()
  show(@PathText('path') path: string, @Web() web: WebContext) {
    return this.settings.show(path, web);
  }

  @Post()
  save(
    @PathText('path') path: string,
    @Fields() fields: RawParams,
    @Web() web: WebContext,
    @FormProof() proof: SpamProof,
  ) {
    return this.settings.save(path, fields, web, proof);
  }

  @Post('path')
  move(
    @PathText('path') path: string,
    @Fields() fields: RawParams,
    @Web() web: WebContext,
    @FormProof() proof: SpamProof,
  ) {
    return this.settings.move(path, fields, web, proof);
  }

  @Get('delete')
  confirm(@PathText('path') path: string, @Web() web: WebContext) {
    return this.settings.confirm(path, web);
  }

  @Post('delete')
  delete(@PathText('path') path: string, @Fields() fields: RawParams, @Web() web: WebContext) {
    return this.settings.delete(path, fields, web);
  }
}

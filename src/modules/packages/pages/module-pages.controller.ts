import { Get } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { PageController, PathId, PathText, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { page } from '../../../platform/views/web-answer.js';
import { PackagePagesService } from './package-pages.service.js';

/** Pages of Terraform modules, which have their own URL in the responses of the API (contract: packages §3.1). */
@PageController('*project/-/terraform_module_registry', { who: 'anybody' })
export class ModulePagesController {
  constructor(private readonly pages: PackagePagesService) {}

  @Get(':package_id')
  async show(
    @PathText('project') path: string,
    @PathId('package_id') id: number,
    @QueryFields() fields: RawParams,
    @Web() web: WebContext,
  ) {
    return page(await this.pages.show(await this.pages.open(path, web), id, fields, web));
  }
}

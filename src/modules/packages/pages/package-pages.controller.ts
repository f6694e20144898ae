import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { PageController, PageFor, PathId, PathText, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { textIn } from '../../../platform/views/form-text.js';
import { button, form } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { PackageFilesService } from '../management/package-files.service.js';
import { PackageViewsService } from '../management/package-views.service.js';
import { PackagesService } from '../management/packages.service.js';
import { RestorationService } from '../restoration/restoration.service.js';
import { packageList } from './package-list.page.js';
import { mayDeletePackages, PackagePagesService } from './package-pages.service.js';
import { filtersOf, readPackageQuery, requestOf } from './package-query.js';
import { PACKAGES_TAB } from './package-tabs.js';

const SIGNED_IN = { who: 'signed-in' } as const;

/** Pages with the packages of a project. */
@PageController('*project/-/packages', { who: 'anybody' })
export class PackagePagesController {
  constructor(
    private readonly pages: PackagePagesService,
    private readonly packages: PackagesService,
    private readonly files: PackageFilesService,
    private readonly restoration: RestorationService,
    private readonly views: PackageViewsService,
  ) {}

  @Get()
  async list(@PathText('project') path: string, @QueryFields() fields: RawParams, @Web() web: WebContext) {
    const context = await this.pages.open(path, web);
    const query = readPackageQuery(fields);
    const found = await this.packages.list(context.project, filtersOf(query), requestOf(query, fields));
    const mayDelete = mayDeletePackages(context, web);
    const packages = await this.views.page(found, {
      viewer: web.caller,
      projectPath: context.project.fullPath,
      mayDelete,
    });
    const here = context.address + PACKAGES_TAB.path;
    const restoring = (id: number): Insert => (mayDelete ? restoreForm(here, id, web) : NOTHING);
    const above = mayDelete ? deletedNotice(textIn(fields, 'deleted'), restoring) : NOTHING;
    const content = packageList({ here, query, packages, above, restoring });
    return page(context.page({ tab: PACKAGES_TAB.name, title: 'Packages' }, content));
  }

  @Get(':package_id')
  async show(
    @PathText('project') path: string,
    @PathId('package_id') id: number,
    @QueryFields() fields: RawParams,
    @Web() web: WebContext,
  ) {
    return page(await this.pages.show(await this.pages.open(path, web), id, fields, web));
  }

  @Post(':package_id')
  @PageFor(SIGNED_IN)
  async delete(@PathText('project') path: string, @PathId('package_id') id: number, @Web() web: WebContext) {
    const { project, address } = await this.pages.openToDelete(path, web);
    await this.packages.delete(project, id, web.caller);
    return seeOther(`${address}${PACKAGES_TAB.path}?deleted=${id}`);
  }

  @Post(':package_id/restore')
  @PageFor(SIGNED_IN)
  async restore(@PathText('project') path: string, @PathId('package_id') id: number, @Web() web: WebContext) {
    const { project, address } = await this.pages.openToDelete(path, web);
    await this.restoration.restorePackage(project, id, web.caller);
    return seeOther(`${address}${PACKAGES_TAB.path}/${id}`);
  }

  @Post(':package_id/files/:file_id')
  @PageFor(SIGNED_IN)
  async deleteFile(
    @PathText('project') path: string,
    @PathId('package_id') packageId: number,
    @PathId('file_id') fileId: number,
    @Web() web: WebContext,
  ) {
    const { project, address } = await this.pages.openToDelete(path, web);
    await this.files.delete(project, { packageId, fileId }, web.caller);
    return seeOther(web.backTo(`${address}${PACKAGES_TAB.path}/${packageId}`));
  }
}

/** Shown right after a deletion, with a way to undo it. */
const deletedNotice = (deleted: string, restoring: (id: number) => Insert): Safe =>
  /^\d{1,15}$/.test(deleted)
    ? html`<div class="notice" role="status">
        <p>The package was deleted.</p>
        ${restoring(Number(deleted))}
      </div>`
    : NOTHING;

const restoreForm = (here: string, id: number, { frame }: WebContext): Safe =>
  form({ action: `${here}/${id}/restore`, csrfToken: frame.csrfToken, className: '' }, button('Restore', 'plain'));

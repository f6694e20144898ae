import { Injectable } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { levelOf } from '../../../core/projects/project.js';
import { ProjectPagesService } from '../../../core/projects/pages/project-pages.service.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { Env } from '../../../platform/config/env.js';
import type { Safe } from '../../../platform/views/html.js';
import { pageIn } from '../../../platform/views/pager.js';
import { packagesClosed } from '../access/package-errors.js';
import { mayReadPackages } from '../access/package-project.resolver.js';
import { allows } from '../access/package-rights.js';
import { PackageFilesService } from '../management/package-files.service.js';
import { PackageViewsService } from '../management/package-views.service.js';
import { PackagesService } from '../management/packages.service.js';
import { installCommands } from './install-commands.js';
import { PackageNotesRepository } from './package-notes.repository.js';
import { packagePage } from './package.page.js';

/**
 * Checks access to the pages about packages and renders a single package, with the same rules as the REST routes
 * (contract: packages §2, §3).
 */
@Injectable()
export class PackagePagesService {
  constructor(
    private readonly projects: ProjectPagesService,
    private readonly packages: PackagesService,
    private readonly files: PackageFilesService,
    private readonly views: PackageViewsService,
    private readonly notes: PackageNotesRepository,
    private readonly env: Env,
  ) {}

  /** Throws 404 if the project is hidden, 403 if its packages are. */
  async open(path: string, web: WebContext): Promise<ProjectPageContext> {
    if (!this.env.packages.enabled) {
      throw packagesClosed();
    }
    const context = await this.projects.open(path, web);
    if (!mayReadPackages(context.project, web.caller)) {
      throw forbidden();
    }
    return context;
  }

  /** Like {@link open}, but for callers who may delete packages. Throws 403. */
  async openToDelete(path: string, web: WebContext): Promise<ProjectPageContext> {
    const context = await this.open(path, web);
    if (!mayDeletePackages(context, web)) {
      throw forbidden();
    }
    return context;
  }

  /** Throws 404 if the package is not shown. */
  async show(context: ProjectPageContext, id: number, query: RawParams, web: WebContext): Promise<Safe> {
    const { project } = context;
    const found = await this.packages.get(project, id);
    const mayDelete = mayDeletePackages(context, web);
    const site = { viewer: web.caller, projectPath: project.fullPath, mayDelete };
    const [shown, files, notes] = await Promise.all([
      this.views.single(found, await this.packages.versionsBeside(found), site),
      this.files.list(project, id, pageIn(query)).then((page) => this.views.files(page, web.caller)),
      this.notes.of(id),
    ]);
    const commands = installCommands({
      type: found.packageType,
      name: found.name,
      version: found.version,
      projectId: project.id,
      groupId: project.namespaceKind === 'group' ? project.namespaceId : null,
      baseUrl: this.env.baseUrl,
      fileNames: files.items.map(({ file_name: name }) => name),
      channel: notes.channel,
    });
    return packagePage({ context, frame: web.frame, shown, notes, files, commands, mayDelete });
  }
}

export const mayDeletePackages = ({ project }: ProjectPageContext, { caller }: WebContext): boolean =>
  !project.archived && allows({ visibility: project.visibility, level: levelOf(project) }, caller.isAdmin, 'delete');

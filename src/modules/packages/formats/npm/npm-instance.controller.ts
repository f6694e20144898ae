import { Controller, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import { PackageDocumentsService } from '../../files/package-documents.service.js';
import { PackageGroupAccessService } from '../../protocol/package-group-access.service.js';
import type { PackageReach } from '../../protocol/package-reach.js';
import { About } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { unknownPackage } from './npm-errors.js';
import { scopeOf } from './npm-names.js';
import { NpmPackumentsService } from './npm-packuments.service.js';
import { NpmRoutes } from './npm-routes.js';
import { NpmSearchService } from './npm-search.service.js';

const SCOPE = /^@([^/]+)/;

/** Scoped packages of top-level groups: the scope is the group's path (contract: packages §5.2). */
@Controller('packages/npm')
@Public()
@About('instance')
@UseGuards(PackageGuard)
export class NpmInstanceController extends NpmRoutes {
  constructor(
    packuments: NpmPackumentsService,
    found: NpmSearchService,
    documents: PackageDocumentsService,
    private readonly groups: PackageGroupAccessService,
  ) {
    super(packuments, found, documents);
  }

  protected override projectsOf({ subject }: PackageReach, name: string): Promise<readonly number[]> {
    const scope = scopeOf(name);
    if (scope === null) {
      throw unknownPackage();
    }
    return this.groups.readableProjectsAt(scope, subject, unknownPackage());
  }

  /** Searches below the scope that the text begins with; returns nothing if the caller cannot see that group. */
  protected override searchedProjects({ subject }: PackageReach, text: string): Promise<readonly number[]> {
    const scope = SCOPE.exec(text)?.[1];
    if (scope === undefined) {
      return Promise.resolve([]);
    }
    const unseen = unknownPackage();
    return this.groups.readableProjectsAt(scope, subject, unseen).catch((error: unknown) => {
      if (error === unseen) {
        return [];
      }
      throw error;
    });
  }
}

import { Injectable } from '@nestjs/common';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import { Env } from '../../../platform/config/env.js';
import type { GroupPackage, Package, PackageFile } from '../package.js';
import { PackageLinksRepository } from './package-links.repository.js';
import { presentPackage, presentPackageFile, presentVersion } from './package.presenter.js';
import type {
  GroupPackageView,
  PackageBelongings,
  PackageFileView,
  PackageSite,
  PackageView,
  SinglePackageView,
} from './package.presenter.js';
import { PackagesRepository } from './packages.repository.js';
import type { PackageVersion } from '../package.js';

/** The project in which packages are shown, their viewer, and whether the viewer may delete packages there. */
export interface PackageProjectView extends Omit<PackageSite, 'baseUrl'> {
  readonly viewer: Caller;
}

/** Presents packages with their tags and pipelines, in a few statements however many packages there are. */
@Injectable()
export class PackageViewsService {
  constructor(
    private readonly links: PackageLinksRepository,
    private readonly packages: PackagesRepository,
    private readonly env: Env,
  ) {}

  async page(found: Page<Package>, project: PackageProjectView): Promise<Page<PackageView>> {
    const belongings = await this.belongingsOf(found.items, project.viewer);
    const site = { ...project, baseUrl: this.env.baseUrl };
    return found.map((shown) => presentPackage(shown, belongings(shown.id), site));
  }

  async pageOfGroup(found: Page<GroupPackage>, viewer: Caller): Promise<Page<GroupPackageView>> {
    const projectIds = [...new Set(found.items.map(({ projectId }) => projectId))];
    const [belongings, deletable] = await Promise.all([
      this.belongingsOf(found.items, viewer),
      this.packages.deletableIn(projectIds, viewer),
    ]);
    return found.map((shown) => {
      const { projectId, projectPath } = shown;
      const site = { baseUrl: this.env.baseUrl, projectPath, mayDelete: deletable.has(projectId) };
      const view = presentPackage(shown, belongings(shown.id), site);
      return { ...view, project_id: projectId, project_path: projectPath };
    });
  }

  async single(
    shown: Package,
    versions: readonly PackageVersion[],
    project: PackageProjectView,
  ): Promise<SinglePackageView> {
    const { baseUrl } = this.env;
    const belongings = await this.belongingsOf([shown, ...versions], project.viewer);
    return {
      ...presentPackage(shown, belongings(shown.id), { ...project, baseUrl }),
      versions: versions.map((version) => presentVersion(version, belongings(version.id), baseUrl)),
    };
  }

  async files(found: Page<PackageFile>, viewer: Caller): Promise<Page<PackageFileView>> {
    const ids = found.items.map(({ id }) => id);
    const pipelines = await this.links.pipelinesOfFiles(ids, viewer);
    const pipelinesOf = grouped(pipelines, ({ ownerId }) => ownerId);
    return found.map((file) => presentPackageFile(file, pipelinesOf(file.id), this.env.baseUrl));
  }

  async file(file: PackageFile, viewer: Caller | 'publisher'): Promise<PackageFileView> {
    return presentPackageFile(file, await this.links.pipelinesOfFiles([file.id], viewer), this.env.baseUrl);
  }

  private async belongingsOf(
    shown: readonly { readonly id: number }[],
    viewer: Caller,
  ): Promise<(id: number) => PackageBelongings> {
    const ids = shown.map(({ id }) => id);
    const [pipelines, tags] = await Promise.all([this.links.pipelinesOfPackages(ids, viewer), this.links.tagsOf(ids)]);
    const [pipelinesOf, tagsOf] = [
      grouped(pipelines, ({ ownerId }) => ownerId),
      grouped(tags, ({ packageId }) => packageId),
    ];
    return (id) => ({ pipelines: pipelinesOf(id), tags: tagsOf(id) });
  }
}

/** Returns the items of each key, in their original order. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => number): (key: number) => readonly T[] {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) {
      group.push(item);
    } else {
      groups.set(keyOf(item), [item]);
    }
  }
  return (key) => groups.get(key) ?? [];
}

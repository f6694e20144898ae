import { Injectable } from '@nestjs/common';
import { connectionOf, Connections, PAGE } from '../../../core/graphql/connection.js';
import type { PageArguments } from '../../../core/graphql/connection.js';
import { globalId, readGlobalId } from '../../../core/graphql/global-id.js';
import { notPermitted } from '../../../core/graphql/graphql-errors.js';
import type { GraphqlContext } from '../../../core/graphql/graphql-context.js';
import { GraphqlTypes, resolversOf } from '../../../core/graphql/graphql-types.js';
import { mutation, mutationType } from '../../../core/graphql/mutation.js';
import { GraphqlProjectsService } from '../../../core/projects/graphql/graphql-projects.service.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { PackageFileListsRepository } from '../management/package-file-lists.repository.js';
import { PackageFilesService } from '../management/package-files.service.js';
import { PackagesController } from '../management/packages.controller.js';
import type { Package, PackageFile } from '../package.js';
import { VisiblePackagesService } from './visible-packages.service.js';

/** A file, and the project of its package. */
interface ShownFile extends PackageFile {
  readonly projectId: number;
}

/** Files of packages (contract: scim-graphql §B3). */
@Injectable()
@Contributes(GraphqlTypes)
export class PackageFileTypes extends GraphqlTypes {
  override readonly definitions = `
    type PackageFile {
      id: ID!  fileName: String!  size: String!  fileMd5: String  fileSha1: String  fileSha256: String
      createdAt: Time!  downloadPath: String!
    }
    ${connectionOf('PackageFile')}
    extend type Package { packageFiles(${PAGE}): PackageFileConnection }
    ${mutationType('destroyPackageFile', 'id: ID!')}`;

  override readonly resolvers = [
    resolversOf<Package>('Package', {
      packageFiles: ({ id, projectId }, args: PageArguments, context) =>
        this.ofPackages.of(id, args, context, (file) => ({ ...file, projectId })),
    }),
    resolversOf<ShownFile>('PackageFile', {
      id: ({ id }) => globalId('PackageFile', id),
      size: ({ size }) => String(size),
      fileMd5: ({ md5 }) => md5,
      fileSha1: ({ sha1 }) => sha1,
      fileSha256: ({ sha256 }) => sha256,
      downloadPath: ({ id, packageId, projectId }) =>
        `/api/v4/projects/${projectId}/packages/${packageId}/package_files/${id}/download`,
    }),
    resolversOf<unknown>('Mutation', {
      destroyPackageFile: mutation((input: { readonly id: string }, context) =>
        this.destroy(readGlobalId('PackageFile', input.id), context),
      ),
    }),
  ];

  private readonly ofPackages = new Connections(() => this.lists.ofPackages());

  constructor(
    private readonly projects: GraphqlProjectsService,
    private readonly visible: VisiblePackagesService,
    private readonly lists: PackageFileListsRepository,
    private readonly files: PackageFilesService,
  ) {
    super();
  }

  private async destroy(fileId: number, context: GraphqlContext) {
    const file = await this.lists.findAnywhere(fileId);
    if (!file) {
      throw notPermitted();
    }
    const owners = await this.visible.deletable([file.packageId], context);
    const route = { controller: PackagesController, method: 'deleteFile' } as const;
    const project = await this.projects.permitted(owners[0]?.project.id, context, route);
    await this.files.delete(project, { packageId: file.packageId, fileId }, context.caller);
    return {};
  }
}

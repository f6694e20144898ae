import { Injectable } from '@nestjs/common';
import { invalid, IS_INVALID, notFound } from '../../../../common/errors/catalogue.js';
import { containing } from '../../../../platform/database/like.js';
import { rowsOf } from '../../files/document-rows.js';
import type { ServedFile } from '../../files/package-downloads.repository.js';
import type { PackageRight } from '../../access/package-rights.js';
import { PackageAccessService } from '../../protocol/package-access.service.js';
import type { PackageCall } from '../../protocol/package-call.js';
import type { PackageSubject } from '../../protocol/package-subject.js';
import { refuseMissingScope } from '../../protocol/refuse-missing-scope.js';
import { readBinaryQuery } from './binary-query.js';
import { writeBinaries } from './conan-documents.js';
import { ConanRepository } from './conan.repository.js';
import { invalidParts } from './recipe.js';
import type { ConanTarget, Recipe } from './recipe.js';

const NO_USER = '@_/_';

/** A recipe or binary package as a URL identifies it: by the project, or by the project that the user part names. */
export interface AddressedTarget extends ConanTarget {
  /** Undefined below the prefix of the whole instance. */
  readonly project: string | undefined;
}

/** Serves the read requests of conan (contract: packages §5.7). */
@Injectable()
export class ConanReadsService {
  constructor(
    private readonly packages: ConanRepository,
    private readonly access: PackageAccessService,
  ) {}

  /** Throws 401, 404, 403 for the project, then 400 for invalid names. */
  async authorize(target: AddressedTarget, subject: PackageSubject, right: PackageRight): Promise<PackageCall> {
    const reference = target.project ?? target.user.replaceAll('+', '/');
    const project = await this.access.authorize(reference, subject, right);
    const wrong = invalidParts(target);
    if (wrong.length > 0) {
      throw invalid(Object.fromEntries(wrong.map((name) => [name, [IS_INVALID]])));
    }
    return { project, subject };
  }

  /** The newest file of each name. Throws 404 if there is none. */
  async files({ project }: PackageCall, target: ConanTarget): Promise<readonly ServedFile[]> {
    const files = await this.packages.files(project.projectId, target);
    if (files.length === 0) {
      throw notFound('Package');
    }
    return files;
  }

  /** Throws 404. */
  async file(call: PackageCall, target: ConanTarget, fileName: string): Promise<ServedFile> {
    const file = (await this.packages.files(call.project.projectId, target)).find((one) => one.fileName === fileName);
    if (!file) {
      throw notFound('Package File');
    }
    return file;
  }

  /**
   * Returns the JSON of the binary packages of a recipe that the query matches, by their ids, in generated pieces.
   * Throws 400, 404.
   */
  async binaries({ project }: PackageCall, recipe: Recipe, query: string): Promise<AsyncGenerator<string, undefined>> {
    const isMeant = readBinaryQuery(query);
    if ((await this.packages.findPackage(project.projectId, recipe)) === null) {
      throw notFound('Package');
    }
    const infoFiles = await this.packages.infoFiles(project.projectId, recipe);
    return writeBinaries(
      rowsOf(infoFiles, (ids) => this.packages.firstOf(ids)),
      isMeant,
    );
  }

  /**
   * Recipes that match the pattern, where `*` matches anything, in the project or in all projects that the subject may
   * read. As on conan's own server, a complete part of the reference is enough: `zlib` and `zlib/1.2` find
   * `zlib/1.2@user/channel`.
   */
  async search(query: string, reference: string | undefined, subject: PackageSubject): Promise<readonly string[]> {
    const pattern = query === '' ? '%' : containing(query).slice(1, -1).replaceAll('*', '%');
    const project = reference === undefined ? undefined : await this.access.authorize(reference, subject, 'read');
    refuseMissingScope(subject, 'read');
    const where = project === undefined ? { subject } : { subject, projectId: project.projectId };
    const names = await this.packages.search([pattern, `${pattern}/%`, `${pattern}@%`], where);
    return names.map((name) => (name.endsWith(NO_USER) ? name.slice(0, -NO_USER.length) : name));
  }
}

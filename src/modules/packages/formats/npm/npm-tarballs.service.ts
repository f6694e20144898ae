import { Injectable } from '@nestjs/common';
import { invalidField, IS_INVALID } from '../../../../common/errors/catalogue.js';
import { PackageDownloadsRepository } from '../../files/package-downloads.repository.js';
import type { ServedFile } from '../../files/package-downloads.repository.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { unknownPackage } from './npm-errors.js';
import { versionInTarballName, versionKeyOf } from './npm-names.js';

const HOSTILE = /[/\\\p{Cc}]|^\.\.?$/u;

/** Files of npm packages by the name of their tarball (contract: packages §5.2). */
@Injectable()
export class NpmTarballsService {
  constructor(private readonly downloads: PackageDownloadsRepository) {}

  /** Throws 400 for a hostile name (contract: packages §4.4), and 404. */
  async find({ project }: PackageCall, name: string, fileName: string): Promise<ServedFile> {
    if (HOSTILE.test(fileName)) {
      throw invalidField('file_name', IS_INVALID);
    }
    const versionKey = versionKeyOf(versionInTarballName(name, fileName) ?? '');
    const address = { projectId: project.projectId, packageType: 'npm', nameKey: name } as const;
    const file = versionKey === null ? null : await this.downloads.findNewest({ ...address, versionKey }, fileName);
    if (!file) {
      throw unknownPackage();
    }
    return file;
  }
}

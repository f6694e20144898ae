import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { notFound } from '../../../../common/errors/catalogue.js';
import type { HttpRequest } from '../../../../platform/http/http-types.js';
import { FIRST_FILE, receiveFile } from '../../../../platform/http/receive-file.js';
import { PackageDownloadsRepository } from '../../files/package-downloads.repository.js';
import { PackagePublishingService } from '../../files/package-publishing.service.js';
import { PackageDeletionService } from '../../management/package-deletion.service.js';
import { PackageIntakeService } from '../../processing/package-intake.service.js';
import { auditAuthorOf, auditedPackageProject } from '../../protocol/audit-author-of.js';
import { expectedBy } from '../../protocol/expected-by.js';
import type { PackageCall } from '../../protocol/package-call.js';
import type { NugetUpload } from './nuget-manifest.reader.js';
import { idKey, versionKeyOf } from './nuget-names.js';
import type { NugetPath } from './nuget-reads.service.js';

const TYPE = 'nuget';

/** Publishes and deletes NuGet packages (contract: packages §5.5). */
@Injectable()
export class NugetService {
  constructor(
    private readonly publishing: PackagePublishingService,
    private readonly intake: PackageIntakeService,
    private readonly downloads: PackageDownloadsRepository,
    private readonly deletion: PackageDeletionService,
  ) {}

  /**
   * Stores the first file of the form and reads its manifest. Throws 400, but not for an archive that cannot be read.
   */
  async push(call: PackageCall, request: HttpRequest, sent: NugetUpload): Promise<void> {
    this.publishing.refuseTooLargeForm(TYPE, request.headers['content-length']);
    const store = (source: Readable) => this.publishing.receive(TYPE, source);
    const { stored } = await receiveFile(request, store, { file: FIRST_FILE });
    await this.intake.accept({ type: TYPE, metadata: { ...sent } }, call, stored);
  }

  /** Throws 404, 412. */
  async delete(call: PackageCall, { id, version }: Pick<NugetPath, 'id' | 'version'>, request: HttpRequest) {
    const { projectId } = call.project;
    const versionKey = versionKeyOf(version);
    const address = { projectId, packageType: TYPE, nameKey: idKey(id), versionKey: versionKey ?? '' } as const;
    const packageId = versionKey === null ? null : await this.downloads.findPackage(address);
    if (packageId === null) {
      throw notFound('Package');
    }
    const author = auditAuthorOf(call, request);
    await this.deletion.deleteExpected(auditedPackageProject(call.project), packageId, author, expectedBy(request));
  }
}

import { Injectable } from '@nestjs/common';
import { invalid, invalidField, IS_INVALID, NOT_A_VALUE, notFound } from '../../../../common/errors/catalogue.js';
import type { HttpRequest } from '../../../../platform/http/http-types.js';
import { receiveFile } from '../../../../platform/http/receive-file.js';
import { duplicateNotAllowed } from '../../access/package-errors.js';
import { PackageDownloadsRepository } from '../../files/package-downloads.repository.js';
import type { PackageAddress, ServedFile } from '../../files/package-downloads.repository.js';
import { PackagePublishingService } from '../../files/package-publishing.service.js';
import type { StoredContent } from '../../files/stored-content.js';
import type { PackageFile } from '../../package.js';
import { fileExpectedBy } from '../../protocol/expected-by.js';
import { publisherOf } from '../../protocol/package-call.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { queryText } from '../../protocol/query-texts.js';
import { DuplicatesService } from '../../settings/duplicates.service.js';
import { invalidValues } from './generic-names.js';
import type { GenericPath } from './generic-names.js';

const TYPE = 'generic';
const MULTIPART = /^multipart\/form-data *(;|$)/i;

/** Result of an upload: the response is a message, or the file record if the client requested it. */
export interface GenericUpload {
  readonly file: PackageFile;
  readonly isSelected: boolean;
}

/** Files of any kind under a name and a version (contract: packages §5.1). */
@Injectable()
export class GenericService {
  constructor(
    private readonly publishing: PackagePublishingService,
    private readonly downloads: PackageDownloadsRepository,
    private readonly duplicates: DuplicatesService,
  ) {}

  /** Throws 400 for an invalid path, query or content; nothing is stored then. */
  async upload(call: PackageCall, path: GenericPath, request: HttpRequest): Promise<GenericUpload> {
    refuseInvalid(path);
    const { status, isSelected } = optionsOf(request);
    const content = await this.receive(request);
    const { creatorId, pipelineId } = publisherOf(call);
    const { package_name: name, package_version: version, file_name: fileName } = path;
    const draft = { ...addressOf(call, path), name, version, status, creatorId };
    const mayRepeat = await this.duplicates.areAllowed(draft.projectId, TYPE, name, version);
    const ifHeld = mayRepeat ? null : duplicateNotAllowed();
    const isExpected = fileExpectedBy(request, () => this.downloads.findNewest(draft, fileName));
    const publication = { draft, fileName, isSole: false, ifHeld, isExpected, pipelineId };
    const id = await this.publishing.publish(publication, content);
    const file = await this.downloads.find(id);
    if (!file) {
      throw notFound('Package File'); // the project has been deleted since
    }
    return { file, isSelected };
  }

  /** Throws 404. */
  async find(call: PackageCall, path: GenericPath): Promise<ServedFile> {
    refuseInvalid(path);
    const file = await this.downloads.findNewest(addressOf(call, path), path.file_name);
    if (!file) {
      throw notFound('Package');
    }
    return file;
  }

  private async receive(request: HttpRequest): Promise<StoredContent> {
    const { 'content-length': length, 'content-type': type = '', 'x-checksum-sha256': sha256 } = request.headers;
    const expected = sha256?.toString();
    if (!MULTIPART.test(type)) {
      this.publishing.refuseTooLarge(TYPE, length === undefined ? null : Number(length));
      return this.publishing.receive(TYPE, request, expected).catch((error: unknown) => {
        request.resume(); // so that the refusal can still be read on this connection
        throw error;
      });
    }
    this.publishing.refuseTooLargeForm(TYPE, length);
    const { stored } = await receiveFile(request, (source) => this.publishing.receive(TYPE, source, expected));
    return stored;
  }
}

const addressOf = ({ project }: PackageCall, path: GenericPath): PackageAddress => ({
  projectId: project.projectId,
  packageType: TYPE,
  nameKey: path.package_name,
  versionKey: path.package_version,
});

function refuseInvalid(path: GenericPath): void {
  const wrong = invalidValues(path);
  if (wrong.length > 0) {
    throw invalid(Object.fromEntries(wrong.map((name) => [name, [IS_INVALID]])));
  }
}

function optionsOf(request: HttpRequest) {
  const status = queryText(request, 'status') ?? 'default';
  const select = queryText(request, 'select');
  if (status !== 'default' && status !== 'hidden') {
    throw invalidField('status', NOT_A_VALUE);
  }
  if (select !== undefined && select !== 'package_file') {
    throw invalidField('select', NOT_A_VALUE);
  }
  return { status, isSelected: select !== undefined } as const;
}

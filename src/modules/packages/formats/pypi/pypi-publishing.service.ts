import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { HttpRequest } from '../../../../platform/http/http-types.js';
import { receiveFile } from '../../../../platform/http/receive-file.js';
import type { FormShape, ReceivedFile } from '../../../../platform/http/receive-file.js';
import { isNameTaken } from '../../files/is-name-taken.js';
import { PackagePublishingService } from '../../files/package-publishing.service.js';
import type { StoredContent } from '../../files/stored-content.js';
import { publisherOf } from '../../protocol/package-call.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { nameTaken, readUpload } from './pypi-upload.js';
import type { PypiUpload } from './pypi-upload.js';

const TYPE = 'pypi';
/** Maximum length of the other form fields; descriptions are long. */
const MAX_CHARACTERS = 1024 * 1024;
const FORM: FormShape = { file: 'content', fieldBytes: 256 * 1024, fields: 1000, characters: MAX_CHARACTERS };

/** Publishes files (contract: packages §5.3). */
@Injectable()
export class PypiPublishingService {
  constructor(private readonly publishing: PackagePublishingService) {}

  /** Throws 400 for an invalid form or file; nothing is stored then. */
  async upload(call: PackageCall, request: HttpRequest): Promise<void> {
    const length = Number(request.headers['content-length'] ?? 0);
    this.publishing.refuseTooLarge(TYPE, length - MAX_CHARACTERS);
    const received = await this.receive(request);
    const upload = await this.check(received);
    const { creatorId, pipelineId } = publisherOf(call);
    const { fileName, metadata, ...address } = upload;
    const draft = {
      ...address,
      projectId: call.project.projectId,
      packageType: TYPE,
      status: 'default',
      creatorId,
    } as const;
    await this.publishing
      .publish({ draft, fileName, isSole: true, pipelineId, metadata }, received.stored)
      .catch((error: unknown) => {
        throw isNameTaken(error) ? nameTaken() : error;
      });
  }

  /** Receives the form. If it fails after the file was stored, the file is discarded, too. */
  private async receive(request: HttpRequest): Promise<ReceivedFile<StoredContent>> {
    const stored: StoredContent[] = [];
    const store = async (source: Readable): Promise<StoredContent> => {
      const content = await this.publishing.receive(TYPE, source);
      stored.push(content);
      return content;
    };
    try {
      return await receiveFile(request, store, FORM);
    } catch (error) {
      await Promise.all(stored.map((content) => this.publishing.drop(content)));
      throw error;
    }
  }

  private async check(received: ReceivedFile<StoredContent>): Promise<PypiUpload> {
    try {
      return readUpload(received);
    } catch (error) {
      await this.publishing.drop(received.stored);
      throw error;
    }
  }
}

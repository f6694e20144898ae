import { Injectable } from '@nestjs/common';
import { payloadTooLarge } from '../../../common/errors/catalogue.js';
import type { Project } from '../../../core/projects/project.js';
import { ProjectCodeService } from '../project-code/project-code.service.js';

/** Maximum size in bytes of a content in JSON (contract: git §3.4). */
const MAX_JSON_CONTENT = 10 * 1024 * 1024;
const OBJECT_ID = /^[0-9a-f]{7,40}$/i;

/** Reads contents by their ids (contract: git §3.4). */
@Injectable()
export class BlobsService {
  constructor(private readonly code: ProjectCodeService) {}

  /** Throws 404, and 413 for a large blob. */
  async get(project: Project, sha: string) {
    const blob = await this.code.readOr404(project, 'Blob', (session) =>
      isObjectId(sha) ? session.blob(sha, MAX_JSON_CONTENT) : Promise.resolve(null),
    );
    if (blob.size > MAX_JSON_CONTENT) {
      throw payloadTooLarge();
    }
    return blob;
  }
}

export const isObjectId = (sha: string): boolean => OBJECT_ID.test(sha);

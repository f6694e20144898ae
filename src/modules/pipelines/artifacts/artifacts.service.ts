import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ApiError } from '../../../common/errors/api-error.js';
import { forbidden, invalidField, IS_INVALID, notFound, payloadTooLarge } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import type { CiJob, JobArtifact } from '../jobs/ci-job.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import type { Project } from '../../../core/projects/project.js';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { BlobTooLargeError } from '../../../platform/blob/blob-errors.js';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import type { StoredObject } from '../../../platform/blob/blob-store.js';
import { Database } from '../../../platform/database/database.js';
import { jobHasEnded, RunningJobsService } from '../jobs/running-jobs.service.js';
import type { Artifact } from './artifact.js';
import type { ArtifactFormat } from './artifact-format.js';
import { readArtifactFields } from './artifact-fields.js';
import { ArtifactsRepository } from './artifacts.repository.js';
import { DOTENV, MAX_DOTENV_BYTES, readDotenv } from './dotenv-report.js';
import { receiveFile } from '../../../platform/http/receive-file.js';

const MIB = 1_048_576;
const MAX_NAME = 255;

/** Files that jobs upload, for users, for their runners and for later jobs (contract: triggers §7, §9). */
@Injectable()
export class ArtifactsService {
  constructor(
    private readonly artifacts: ArtifactsRepository,
    private readonly running: RunningJobsService,
    private readonly blobs: BlobStore,
    private readonly settings: SettingsService,
    private readonly database: Database,
  ) {}

  /** Throws 404 when the job uploaded no archive, or it has expired. */
  async getArchive({ id }: Pick<CiJob, 'id'>): Promise<Artifact> {
    return found(await this.artifacts.findArchive(id));
  }

  /** Throws 404. */
  async getNewest({ id }: Project, ref: string, jobName: string): Promise<Artifact> {
    return found(await this.artifacts.findNewest(id, ref, jobName));
  }

  /** Returns the archive of a job for a running job of the same pipeline. Throws 403 for every other job, and 404. */
  async getForSibling(jobId: number, token: string): Promise<Artifact> {
    const { pipelineId } = await this.running.getAnyRunning(jobId, token);
    if (!(await this.artifacts.isJobOf(pipelineId, jobId))) {
      throw forbidden();
    }
    return found(await this.artifacts.findArchive(jobId));
  }

  async delete(project: Project, { id }: Pick<CiJob, 'id'>): Promise<void> {
    refuseArchived(project);
    await this.artifacts.deleteOf(id);
  }

  /** Stores the file of a multipart body. Throws 400, 403, 413. */
  async receive(id: number, token: string, request: IncomingMessage, query: RawParams): Promise<JobArtifact> {
    const job = await this.running.getRunning(id, token);
    const { fields, filename, stored } = await receiveFile(request, (source) => this.store(source));
    const file = { filename: nameOf(filename), size: stored.size, blobKey: stored.key };
    try {
      const about = readArtifactFields({ ...query, ...Object.fromEntries(fields) });
      const variables = about.type === DOTENV ? await this.readReport(stored, about.format) : null;
      if (!(await this.database.transaction(() => this.artifacts.put(job, about, file, variables)))) {
        throw jobHasEnded((await this.running.get(id, token)).status);
      }
      return { type: about.type, format: about.format, filename: file.filename, size: file.size };
    } catch (error) {
      if (error instanceof ApiError) {
        await this.blobs.delete(stored.key); // after any other error, the transaction may have committed
      }
      throw error;
    }
  }

  /** Throws 400 for a report that cannot be read. */
  private async readReport({ key, size }: StoredObject, format: ArtifactFormat): Promise<ReadonlyMap<string, string>> {
    if (size > MAX_DOTENV_BYTES) {
      throw invalidField('file', IS_INVALID);
    }
    return readDotenv(await buffer(await this.blobs.get(key)), format);
  }

  private async store(source: Readable) {
    const { maxArtifactsSize } = await this.settings.current();
    try {
      return await this.blobs.put(source, [], { maxBytes: maxArtifactsSize * MIB });
    } catch (error) {
      throw error instanceof BlobTooLargeError ? payloadTooLarge() : error;
    }
  }
}

function found(artifact: Artifact | null): Artifact {
  if (!artifact) {
    throw notFound('Artifacts');
  }
  return artifact;
}

/** A client may send a path: only its last part is used. */
const nameOf = (filename: string): string => (filename.split(/[/\\]/).at(-1) ?? '').slice(0, MAX_NAME) || 'artifacts';

import { createHash } from 'node:crypto';
import { Get, Injectable, Req, Res } from '@nestjs/common';
import type { DigestAlgorithm } from '../../../../platform/blob/blob-store.js';
import type { HttpRequest, HttpResponse } from '../../../../platform/http/http-types.js';
import { REVALIDATED, writeText } from '../../../../platform/http/write-answer.js';
import type { ServedFile } from '../../files/package-downloads.repository.js';
import { PackageDownloadsService } from '../../files/package-downloads.service.js';
import type { MadeFile } from '../../files/package-downloads.service.js';
import type { PackageReach } from '../../protocol/package-reach.js';
import { Needs, Reach } from '../../protocol/package.decorators.js';
import type { MavenPath } from './maven-path.js';
import { mavenPathIn, MavenService } from './maven.service.js';

/** Read requests, which are the same for a project, a group and the instance (contract: packages §5.4). */
@Injectable()
export abstract class MavenRoutes {
  constructor(
    protected readonly files: MavenService,
    private readonly downloads: PackageDownloadsService,
  ) {}

  @Get('*path')
  @Needs('read')
  async download(
    @Reach() reach: PackageReach,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const path = mavenPathIn(request);
    const file = await this.files.find(await this.projectsOf(reach, path), path);
    if (path.digest !== null) {
      response.setHeader('Cache-Control', REVALIDATED); // as the file: an older checksum would contradict it
      writeText(response, 200, digestOf(file, path.digest), 'text/plain');
      return;
    }
    const type = typeOf(path.fileName);
    if ('bytes' in file) {
      this.downloads.sendMade(request, response, file, type);
      return;
    }
    await this.downloads.send(request, response, file, type);
  }

  /** Projects in which the file is searched for. */
  protected projectsOf({ projectIds }: PackageReach, _path: MavenPath): Promise<readonly number[]> {
    return Promise.resolve(projectIds);
  }
}

const typeOf = (fileName: string): string =>
  /(^maven-metadata\.xml|\.pom)$/.test(fileName) ? 'application/xml' : 'application/octet-stream';

const digestOf = (file: ServedFile | MadeFile, algorithm: DigestAlgorithm): string =>
  'bytes' in file ? createHash(algorithm).update(file.bytes).digest('hex') : file[algorithm];

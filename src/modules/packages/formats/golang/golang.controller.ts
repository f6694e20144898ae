import { Controller, Get, Put, Req, Res, UseGuards } from '@nestjs/common';
import { invalidField, IS_INVALID, notFound } from '../../../../common/errors/catalogue.js';
import { Public } from '../../../../core/access/allow.decorator.js';
import type { HttpRequest, HttpResponse } from '../../../../platform/http/http-types.js';
import { stateOf } from '../../../../platform/http/request-state.js';
import { writeJson } from '../../../../platform/http/write-answer.js';
import { PackageDownloadsService } from '../../files/package-downloads.service.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { Call, Needs } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { readGoRequest } from './go-module.js';
import type { GoFileKind } from './go-module.js';
import { GoUploadsService } from './go-uploads.service.js';
import { GolangService } from './golang.service.js';

const TEXT = 'text/plain; charset=utf-8';
const TYPES: Readonly<Record<Exclude<GoFileKind, 'zip'>, string>> = {
  info: 'application/json; charset=utf-8',
  mod: TEXT,
};

interface WantedFile {
  readonly kind: GoFileKind;
  readonly modulePath: string;
  readonly version: string;
}

/** Contract: packages §5.10. */
@Controller('projects/:id/packages/go')
@Public()
@UseGuards(PackageGuard)
export class GolangController {
  constructor(
    private readonly modules: GolangService,
    private readonly uploads: GoUploadsService,
    private readonly downloads: PackageDownloadsService,
  ) {}

  @Get('*path')
  @Needs('read')
  async read(@Call() call: PackageCall, @Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    const asked = readGoRequest(stateOf(request).path.path ?? '');
    if (!asked) {
      throw notFound('Package');
    }
    const { modulePath, wanted } = asked;
    if (wanted.kind !== 'list') {
      await this.sendFile(call, { modulePath, ...wanted }, request, response);
      return;
    }
    const versions = await this.modules.list(call, modulePath);
    const bytes = Buffer.from(versions.map((version) => `${version}\n`).join(''));
    this.downloads.sendMade(request, response, { fileName: 'list', bytes }, TEXT);
  }

  @Put('*path')
  @Needs('publish')
  async upload(@Call() call: PackageCall, @Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    const asked = readGoRequest(stateOf(request).path.path ?? '');
    if (asked?.wanted.kind !== 'zip') {
      throw invalidField('path', IS_INVALID);
    }
    this.uploads.refuseTooLarge(request.headers['content-length']);
    const name = { modulePath: asked.modulePath, version: asked.wanted.version };
    await this.modules.publish(call, name, request).catch((error: unknown) => {
      request.resume(); // so that the refusal can still be read on this connection
      throw error;
    });
    writeJson(request, response, 201, { message: '201 Created' });
  }

  private async sendFile(call: PackageCall, wanted: WantedFile, request: HttpRequest, response: HttpResponse) {
    const { kind, version } = wanted;
    const found = await this.modules.find(call, wanted);
    const fileName = `${version}.${kind}`;
    if (kind !== 'zip') {
      const time = 'file' in found ? new Date(found.file.createdAt) : found.time;
      const text = kind === 'mod' ? found.goMod : JSON.stringify({ Version: version, Time: timeOf(time) });
      this.downloads.sendMade(request, response, { fileName, bytes: Buffer.from(text) }, TYPES[kind]);
      return;
    }
    if ('file' in found) {
      await this.downloads.send(request, response, found.file);
      return;
    }
    await this.modules.archive(call, wanted, found, (content) =>
      this.downloads.send(request, response, { ...content, fileName, packageId: 0, isNoteDue: false }),
    );
  }
}

/** Precise to the second, as go writes it. */
const timeOf = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z');

import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { invalidField, IS_INVALID, notFound } from '../../../../common/errors/catalogue.js';
import type { HttpRequest } from '../../../../platform/http/http-types.js';
import { receiveFile } from '../../../../platform/http/receive-file.js';
import { rowsOf } from '../../files/document-rows.js';
import type { ServedFile } from '../../files/package-downloads.repository.js';
import { PackagePublishingService } from '../../files/package-publishing.service.js';
import { PackageIntakeService } from '../../processing/package-intake.service.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { inIndexOrder, writeHelmIndex } from './helm-index.js';
import type { HelmSite } from './helm-index.js';
import { isChannel } from './helm-names.js';
import { HelmRepository } from './helm.repository.js';

const TYPE = 'helm';
const PART = 'chart';

/** Charts in channels (contract: packages §5.8). */
@Injectable()
export class HelmService {
  constructor(
    private readonly publishing: PackagePublishingService,
    private readonly intake: PackageIntakeService,
    private readonly charts: HelmRepository,
  ) {}

  /** Stores the chart and reads its manifest. Throws 400, but not for a chart that cannot be read. */
  async push(call: PackageCall, channel: string, request: HttpRequest): Promise<void> {
    refuseInvalid(channel);
    this.publishing.refuseTooLargeForm(TYPE, request.headers['content-length']);
    const store = (source: Readable) => this.publishing.receive(TYPE, source);
    const { stored } = await receiveFile(request, store, { file: PART });
    await this.intake.accept({ type: TYPE, metadata: { channel } }, call, stored);
  }

  /** Returns the text of the index in generated pieces; an unknown channel has no entries. Throws 400. */
  async index({ project }: PackageCall, channel: string, site: HelmSite): Promise<AsyncGenerator<string, undefined>> {
    refuseInvalid(channel);
    const charts = await inIndexOrder(await this.charts.charts(project.projectId, channel));
    const described = rowsOf(
      charts.map(({ id }) => id),
      (ids) => this.charts.firstOf(ids),
    );
    return writeHelmIndex(charts, described, site);
  }

  /** Throws 400, 404. */
  async file({ project }: PackageCall, channel: string, fileName: string): Promise<ServedFile> {
    refuseInvalid(channel);
    const file = await this.charts.findFile(project.projectId, channel, fileName);
    if (!file) {
      throw notFound('Package');
    }
    return file;
  }
}

function refuseInvalid(channel: string): void {
  if (!isChannel(channel)) {
    throw invalidField('channel', IS_INVALID);
  }
}

import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../platform/contributions/contributes.decorator.js';
import { ArchiveError } from '../../archives/archive-error.js';
import { ArchiveReaderService } from '../../archives/archive-reader.service.js';
import { ManifestReader } from '../../processing/manifest-reader.js';
import type { AcceptedArchive, Manifest } from '../../processing/manifest-reader.js';
import { readChart } from './chart.js';
import { chartFileName } from './helm-names.js';

/** Maximum size that is parsed synchronously. */
const MAX_CHART_BYTES = 64 * 1024;
/** helm itself unpacks no larger chart. The whole archive is expanded before the response is sent. */
const MAX_EXPANDED_BYTES = 100 * 1024 ** 2;
/** Accepts only the `Chart.yaml` in the single top-level folder, not those of subcharts. */
const isChart = (path: string): boolean => /^[^/]+\/Chart\.yaml$/.test(path);

/** Reads the `Chart.yaml` of a chart. */
@Injectable()
@Contributes(ManifestReader)
export class HelmManifestReader extends ManifestReader {
  override readonly type = 'helm';

  constructor(private readonly archives: ArchiveReaderService) {
    super();
  }

  override async read(archive: AcceptedArchive): Promise<Manifest> {
    const search = { wants: isChart, maxBytes: MAX_CHART_BYTES, maxExpandedBytes: MAX_EXPANDED_BYTES };
    const [found, another] = await this.archives.filesOfTarGz(archive, search);
    if (!found || another) {
      throw new ArchiveError(found ? 'The chart has several Chart.yaml' : 'The chart has no Chart.yaml');
    }
    const { name, version, fields } = readChart(found.bytes);
    return {
      name,
      nameKey: name,
      version,
      versionKey: version,
      metadata: {},
      fileName: chartFileName(name, version),
      fileMetadata: { ...archive.metadata, chart: fields },
      tags: [],
      isAddition: false,
    };
  }
}

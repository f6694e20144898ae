import { Injectable } from '@nestjs/common';
import { DefinitionEvaluationService } from '../definition/evaluation/definition-evaluation.service.js';
import { JobLogsRepository } from './job-logs.repository.js';
import { JobLogsService } from './job-logs.service.js';

/**
 * Maximum length of the text kept between pieces: lines with coverage are shorter, and a longer line loses its
 * beginning.
 */
const MAX_LINE = 65_536;

/** Finds the coverage in a job's log, by the pattern of its definition. */
@Injectable()
export class JobCoverageService {
  constructor(
    private readonly repository: JobLogsRepository,
    private readonly logs: JobLogsService,
    private readonly evaluation: DefinitionEvaluationService,
  ) {}

  /** The coverage in percent; null without a pattern or a match. Throws 503. */
  async of(jobId: number): Promise<number | null> {
    const wanted = await this.repository.coverageSearch(jobId);
    if (!wanted) {
      return null;
    }
    const texts = wholeLines(this.logs.pieces(await this.logs.open(jobId)));
    return this.evaluation.coverageOf(wanted.projectId, wanted.pattern, texts);
  }
}

/** Splits the log into texts of whole lines. */
async function* wholeLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece.toString('latin1');
    const end = text.lastIndexOf('\n') + 1;
    rest = text.slice(end).slice(-MAX_LINE);
    if (end > 0) {
      yield text.slice(0, end);
    }
  }
  yield rest;
}

import { Injectable } from '@nestjs/common';
import { patternLiteral } from '../../../core/pipelines/definition/expression/pattern-literal.js';
import { coverageIn } from './coverage.js';
import { JobLogsRepository } from './job-logs.repository.js';
import { JobLogs } from './job-logs.service.js';

/** No line of a report is longer; what is gets cut. */
const MAX_LINE = 65_536;

/** Finds the coverage that a job's log tells, by the pattern of its definition. */
@Injectable()
export class JobCoverage {
  constructor(
    private readonly repository: JobLogsRepository,
    private readonly logs: JobLogs,
  ) {}

  /** Percent; null without a pattern, and when the log does not tell. */
  async of(jobId: number): Promise<number | null> {
    const text = await this.repository.coveragePattern(jobId);
    const pattern = text === null ? null : patternLiteral(text);
    let found: number | null = null;
    if (pattern) {
      for await (const line of linesOf(this.logs.pieces(await this.logs.open(jobId)))) {
        found = coverageIn(line, pattern) ?? found;
      }
    }
    return found;
  }
}

async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece.toString('latin1')).split('\n');
    rest = (lines.pop() ?? '').slice(-MAX_LINE);
    yield* lines;
  }
  yield rest;
}

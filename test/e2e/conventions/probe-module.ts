import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Delete, Get, HttpCode, Injectable, Module, Patch, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import sql from 'sql-template-tag';
import type { TestApp } from '../../support/app.js';
import { ApiError } from '../../../src/common/errors/api-error.js';
import { notFound } from '../../../src/common/errors/catalogue.js';
import { Int, Text } from '../../../src/common/params/param.decorators.js';
import { Allow } from '../../../src/core/access/allow.decorator.js';
import { IdParam, Input } from '../../../src/core/access/request.decorators.js';
import { bigint, returning, select, text, timestamptz } from '../../../src/platform/database/typed-sql.js';
import { Database } from '../../../src/platform/database/database.js';
import { OwnTransactions } from '../../../src/platform/http/unit-of-work/own-transactions.decorator.js';

interface Probe {
  readonly id: number;
  readonly body: string;
  readonly updated_at: string;
}

class ProbeInput {
  @Text({ required: true }) body: string;
  /** Milliseconds between the look at the record and its change. */
  @Int() wait?: number;
  /** Status to fail with after the change. */
  @Int() fail?: number;
}

const PROBE = { id: bigint`id`, body: text`body`, updated_at: timestamptz`updated_at` };

@Injectable()
class Probes {
  constructor(private readonly database: Database) {}

  async get(id: number): Promise<Probe> {
    const probe = await this.database.row(select(PROBE, sql`from probes where id = ${id}`));
    if (!probe) {
      throw notFound('Probe');
    }
    return probe;
  }

  create({ body, wait = 0, fail }: ProbeInput): Promise<Probe> {
    return this.database.transaction(async () => {
      const row = await this.database.row(
        returning({ id: bigint`id` }, sql`insert into probes (body) values (${body})`),
      );
      await sleep(wait);
      refuse(fail);
      return this.get(row!.id);
    });
  }

  change(id: number, { body, wait = 0, fail }: ProbeInput): Promise<Probe> {
    return this.database.transaction(async () => {
      await this.get(id);
      await sleep(wait);
      await this.database.run(sql`update probes set body = ${body}, updated_at = now() where id = ${id}`);
      refuse(fail);
      return this.get(id);
    });
  }

  async remove(id: number): Promise<void> {
    await this.get(id);
    await this.database.run(sql`delete from probes where id = ${id}`);
  }
}

function refuse(status: number | undefined): void {
  if (status !== undefined) {
    throw new ApiError(status, { message: `${status} as asked` });
  }
}

@Controller('probes')
@Allow({ on: 'instance' })
class ProbesController {
  constructor(private readonly probes: Probes) {}

  @Get(':probe_id')
  show(@IdParam('probe_id') id: number) {
    return this.probes.get(id);
  }

  @Post()
  async create(@Input() input: ProbeInput, @Res({ passthrough: true }) response: Response) {
    const probe = await this.probes.create(input);
    response.setHeader('Location', `/probes/${probe.id}`);
    return { ...probe, secret: `secret-${randomUUID()}` };
  }

  @Post('long')
  @OwnTransactions()
  long(@Input() input: ProbeInput) {
    return this.probes.create(input);
  }

  @Put(':probe_id')
  change(@IdParam('probe_id') id: number, @Input() input: ProbeInput) {
    return this.probes.change(id, input);
  }

  @Patch(':probe_id')
  patch(@IdParam('probe_id') id: number, @Input() input: ProbeInput) {
    return this.probes.change(id, input);
  }

  @Delete(':probe_id')
  @HttpCode(204)
  remove(@IdParam('probe_id') id: number) {
    return this.probes.remove(id);
  }

  /** A record that is streamed, and one that has no GET at all. */
  @Get(':probe_id/stream')
  stream(@IdParam('probe_id') _id: number, @Res() response: Response) {
    response.setHeader('Content-Type', 'text/plain');
    response.write('a piece');
    response.end('another');
  }

  @Delete(':probe_id/stream')
  @HttpCode(204)
  removeStream(@IdParam('probe_id') id: number) {
    return this.probes.remove(id);
  }

  @Put(':probe_id/blind')
  blind(@IdParam('probe_id') id: number, @Input() input: ProbeInput) {
    return this.probes.change(id, input);
  }
}

/**
 * Records with all that the conventions promise of records, so that the conventions are tested apart from any feature
 * module.
 */
@Module({ controllers: [ProbesController], providers: [Probes] })
export class ProbeModule {}

export async function createProbes(service: TestApp): Promise<void> {
  await service.sql(`
    create table probes (
      id bigint generated always as identity primary key, body text not null, updated_at timestamptz(3) not null default now())`);
}

/** How many records have this body. */
export async function probesWith(service: TestApp, body: string): Promise<number> {
  const rows = await service.sql<{ n: string }>('select count(*) as n from probes where body = $1', [body]);
  return Number(rows[0]!.n);
}

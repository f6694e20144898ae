import { jest } from '@jest/globals';
import { BlobStoreFault } from '../../platform/blob/blob-errors.js';
import { readEnv } from '../../platform/config/env.js';
import type { Contributions } from '../../platform/contributions/contributions.js';
import type { Outbox } from '../../platform/queue/outbox.js';
import type { KeyCheckService } from '../first-start/key-check.service.js';
import { DoctorCommand } from './doctor.command.js';
import type { InspectionReport } from './inspection.js';
import type { Readiness } from './readiness.js';

describe('DoctorCommand', () => {
  it('goes on with what it can look at when a store cannot be used, and exits with 1', async () => {
    const printed = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const away = new BlobStoreFault('object storage answered 403 to HeadObject', { isAway: true });

    const code = await aDoctor({
      blobs: () => Promise.reject(away),
      repositories: () => Promise.resolve({ inspected: 7, missing: 0, examples: [] }),
    }).run([]);
    const lines = printed.mock.calls.map(([line]) => String(line)).join('');
    printed.mockRestore();

    expect(code).toBe(1);
    expect(lines).toContain('blobs: cannot be inspected: object storage answered 403 to HeadObject\n');
    expect(lines).toContain('repositories: all 7 are there\n');
    expect(lines).toContain('jobs: 0 waiting, 0 running, 0 dead\n');
  });
});

function aDoctor(inspections: Readonly<Record<string, () => Promise<InspectionReport>>>): DoctorCommand {
  const all = Object.entries(inspections).map(([name, inspect]) => ({ name, inspect }));
  const readiness = { report: () => Promise.resolve({ status: 'ok', checks: {} }) } as unknown as Readiness;
  const stats = { waiting: 0, leased: 0, dead: 0 };
  const outbox = { stats: () => Promise.resolve(stats), dead: () => Promise.resolve([]) } as unknown as Outbox;
  const keyCheck = { isSame: () => Promise.resolve(true) } as unknown as KeyCheckService;
  return new DoctorCommand(readiness, outbox, { to: () => all } as unknown as Contributions, keyCheck, readEnv({}));
}

import { jest } from '@jest/globals';
import { BlobStoreFault } from '../../../../platform/blob/blob-errors.js';
import { JobPostponed } from '../../../../platform/queue/job.js';
import type { PackageProcessingService } from '../package-processing.service.js';
import { ProcessPackageJob } from './process-package.job.js';

const LAST = { id: 1, attempt: 10, maxAttempts: 10, signal: new AbortController().signal };

function aJob(failure: Error) {
  const giveUp = jest.fn(() => Promise.resolve());
  const process = () => Promise.reject(failure);
  return { giveUp, job: new ProcessPackageJob({ process, giveUp } as unknown as PackageProcessingService) };
}

describe('ProcessPackageJob', () => {
  it('waits for a blob store that is away, however often it was tried', async () => {
    const { job, giveUp } = aJob(new BlobStoreFault('object storage answered 503', { isAway: true }));

    await expect(job.perform({ packageId: 7 }, LAST)).rejects.toThrow(JobPostponed);
    expect(giveUp).not.toHaveBeenCalled();
  });

  it('gives an archive up that cannot be read again and again', async () => {
    const { job, giveUp } = aJob(new Error('out of memory'));

    await expect(job.perform({ packageId: 7 }, LAST)).rejects.toThrow('out of memory');
    expect(giveUp).toHaveBeenCalledWith(7);
  });
});

import { buffer } from 'node:stream/consumers';
import { inParallel } from '../../../common/concurrency/in-parallel.js';
import { writeHashed, writing } from '../write-hashed.js';
import type { PlannedPart, PlannedRange } from './join-plan.js';
import { planJoin } from './join-plan.js';
import type { S3Bucket } from './s3-bucket.js';
import { hasStatus } from './s3-error.js';
import { S3Multipart } from './s3-multipart.js';
import { readS3Object } from './s3-reader.js';
import { S3Writer } from './s3-writer.js';

const PARTS_AT_ONCE = 4;

interface NamedPart {
  readonly name: string;
  readonly size: number;
}

/**
 * Joins several objects into one. The storage itself copies pieces of at least 5 MiB; smaller ones go through this
 * process. For storages that cannot copy parts, or require parts of equal size, everything is streamed through here.
 */
export async function joinObjects(bucket: S3Bucket, name: string, parts: readonly NamedPart[]): Promise<void> {
  const plan = planJoin(parts.map(({ size }) => size));
  try {
    await (plan.length > 1 ? joinByPlan(bucket, name, parts, plan) : streamTogether(bucket, name, parts));
  } catch (error) {
    if (!hasStatus(error, 400, 405, 501)) {
      throw error;
    }
    await streamTogether(bucket, name, parts);
  }
}

async function joinByPlan(
  bucket: S3Bucket,
  name: string,
  parts: readonly NamedPart[],
  plan: readonly PlannedPart[],
): Promise<void> {
  const multipart = await S3Multipart.begin(bucket, name);
  const nameAt = (index: number) => parts[index]?.name ?? '';
  const concatenate = (ranges: readonly PlannedRange[]) =>
    inOrder(ranges, async ({ index, ...range }) => buffer((await readS3Object(bucket, nameAt(index), range)).body));
  try {
    await inParallel(PARTS_AT_ONCE, [...plan.entries()], ([index, part]) =>
      part.kind === 'copy'
        ? multipart.copy(index + 1, { name: nameAt(part.range.index), ...part.range })
        : concatenate(part.ranges).then((body) => multipart.put(index + 1, body)),
    );
    await multipart.complete();
  } catch (error) {
    await multipart.abort().catch(() => undefined); // the first failure is the one to report
    throw error;
  }
}

async function inOrder<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (const item of items) {
    results.push(await work(item));
  }
  return results;
}

async function streamTogether(bucket: S3Bucket, name: string, parts: readonly NamedPart[]): Promise<void> {
  await writing(new S3Writer(bucket, name), async (writer) => {
    for (const part of parts) {
      const { body } = await readS3Object(bucket, part.name);
      await writeHashed(body, { into: writer });
    }
    await writer.commit();
  });
}

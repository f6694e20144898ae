import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NoteEndOfCanceledJobs1795785000000 implements MigrationInterface {
  /** Jobs that were canceled before they started had no end, and went on queuing. Their last change is the nearest to it. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`update ci_jobs set finished_at = updated_at where status = 'canceled' and finished_at is null`);
  }

  async down(): Promise<void> {
    // what was noted is true before it, too
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NoteEndOfCanceledJobs1795785000000 implements MigrationInterface {
  /**
   * Jobs canceled before they started had no end, so their queued duration kept growing. Their last change is the best
   * approximation.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`update ci_jobs set finished_at = updated_at where status = 'canceled' and finished_at is null`);
  }

  async down(): Promise<void> {
    // the recorded ends are valid for the earlier version, too
  }
}

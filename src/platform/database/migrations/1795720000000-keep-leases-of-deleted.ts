import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A lease tells of a process that is at work, which the deletion of the repository does not end (contract:
 * storage-moves §7).
 */
export class KeepLeasesOfDeleted1795720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table repository_leases drop constraint fk_repository_leases_repository');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'delete from repository_leases l where not exists (select 1 from repositories r where r.id = l.repository_id)',
    );
    await runner.query(`
      alter table repository_leases add constraint fk_repository_leases_repository
        foreign key (repository_id) references repositories (id) on delete cascade`);
  }
}

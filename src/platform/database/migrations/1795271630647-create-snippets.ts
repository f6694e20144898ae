import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Snippets: titles and rights in rows, their files in repositories of their own (contract: core §8). */
export class CreateSnippets1795271630647 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table snippets (
        id bigint generated always as identity constraint pk_snippets primary key,
        project_id bigint constraint fk_snippets_project references projects (id) on delete cascade,
        author_id bigint constraint fk_snippets_author references users (id) on delete set null,
        title text not null,
        description text,
        visibility text not null
          constraint ck_snippets_visibility check (visibility in ('private', 'internal', 'public')),
        files text[] not null default '{}',
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create index ix_snippets_project on snippets (project_id, id) where project_id is not null`);
    await runner.query(`create index ix_snippets_author on snippets (author_id, id)`);
    await runner.query(
      `create index ix_snippets_public on snippets (id) where visibility = 'public' and project_id is null`,
    );
    await runner.query(`
      alter table repositories add constraint fk_repositories_snippet
        foreign key (snippet_id) references snippets (id) on delete cascade`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table repositories drop constraint fk_repositories_snippet`);
    await runner.query(`drop table snippets`);
  }
}

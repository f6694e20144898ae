import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Key pairs that sign tokens for others to verify; the private half is sealed (contract: registry §5). */
export class CreateSigningKeys1763700100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table signing_keys (
        kid text collate "C" constraint pk_signing_keys primary key,
        algorithm text not null,
        public_jwk jsonb not null,
        private_key bytea not null,
        retired_at timestamptz(3),
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(
      `create unique index uq_signing_keys_current on signing_keys (algorithm) where retired_at is null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table signing_keys`);
  }
}

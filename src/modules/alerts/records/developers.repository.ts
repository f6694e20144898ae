import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Role } from '../../../core/access/role.js';
import { effectiveMembers } from '../../../core/members/members.sql.js';
import { Database } from '../../../platform/database/database.js';
import { select, text } from '../../../platform/database/typed-sql.js';
import type { AlertProject } from './alert.js';

/** Members of a project who may work on its alerts. */
@Injectable()
export class DevelopersRepository {
  constructor(private readonly database: Database) {}

  /** Whether alerts and incidents may be assigned to the user (contract: alerts §2.2). */
  isDeveloper(project: AlertProject, userId: number): Promise<boolean> {
    return this.database.exists(sql`
      select 1 from ${membersOf(project)} join users u on u.id = m.user_id
      where m.user_id = ${userId} and m.level >= ${Role.Developer} and u.state = 'active'`);
  }

  /** E-mail addresses of the project's Maintainers (contract: alerts §3, send_email). */
  async maintainerAddresses(project: AlertProject): Promise<string[]> {
    const rows = await this.database.rows(
      select(
        { email: text`u.email` },
        sql`from ${membersOf(project)} join users u on u.id = m.user_id
          where m.level >= ${Role.Maintainer} and u.kind = 'human' and u.state = 'active' and u.email is not null
          order by u.id`,
      ),
    );
    return rows.map(({ email }) => email);
  }
}

const membersOf = ({ id, traversalIds }: AlertProject) => effectiveMembers({ type: 'project', id, traversalIds });

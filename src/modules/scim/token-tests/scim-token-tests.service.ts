import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { notFound } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../../core/access/caller.js';
import { roleName } from '../../../core/access/role.js';
import type { Group } from '../../../core/groups/group.js';
import { randomHex } from '../../../platform/crypto/random.js';
import { Database } from '../../../platform/database/database.js';
import { patchedUser } from '../patch/patched-user.js';
import { readPatch } from '../patch/read-patch.js';
import type { ScimCall } from '../protocol/scim-call.js';
import { ScimTokensRepository } from '../tokens/scim-tokens.repository.js';
import { readScimUser } from '../users/read-scim-user.js';
import { readListRequest } from '../users/scim-list-request.js';
import { ScimUsersService } from '../users/scim-users.service.js';
import type { ScimCheck } from './scim-check.js';

/** Thrown to roll back the transaction of a test. */
class TestEnded extends Error {}

/** Returns what it did, in one sentence. */
type Step = () => Promise<string>;

/** Tests a token by doing what an identity provider does (contract: scim-graphql, Beyond the interface 2). */
@Injectable()
export class ScimTokenTestsService {
  constructor(
    private readonly tokens: ScimTokensRepository,
    private readonly users: ScimUsersService,
    private readonly database: Database,
  ) {}

  /** Runs the steps of a provider up to the first that fails, and rolls them back. Throws 404. */
  async run(group: Group, tokenId: number, { address }: Caller): Promise<readonly ScimCheck[]> {
    const found = await this.tokens.findPresented(group.id, tokenId);
    if (!found) {
      throw notFound('SCIM Token');
    }
    const { isExpired, ...token } = found;
    if (isExpired) {
      return [{ name: 'token', ok: false, detail: 'It has expired: every request is answered 401.' }];
    }
    const live = { name: 'token', ok: true, detail: `It opens ${group.fullPath}.` };
    return [live, ...(await this.rehearse({ token, address }))];
  }

  private async rehearse(call: ScimCall): Promise<readonly ScimCheck[]> {
    const checks: ScimCheck[] = [];
    const rehearsal = this.database.transaction(async () => {
      for (const [name, step] of this.stepsOf(call)) {
        checks.push(await checkOf(name, step));
        if (checks.at(-1)?.ok === false) {
          break;
        }
      }
      throw new TestEnded();
    });
    await rehearsal.catch((error: unknown) => {
      if (!(error instanceof TestEnded)) {
        throw error;
      }
    });
    return checks;
  }

  private stepsOf(call: ScimCall): readonly (readonly [name: string, step: Step])[] {
    const userName = `scim-test-${randomHex(8)}@slipway.invalid`;
    let uuid = '';
    const patch = (operation: object) => {
      const operations = readPatch({ Operations: [operation] });
      return this.users.update(call, { uuid, ifMatch: undefined }, (now) => patchedUser(now, operations));
    };
    return [
      [
        'create',
        async () => {
          const body = { userName, name: { givenName: 'SCIM', familyName: 'Test' }, emails: [{ value: userName }] };
          ({ uuid } = await this.users.create(call, readScimUser(body)));
          return `A user was created and became a member as ${roleName(call.token.defaultAccessLevel)}.`;
        },
      ],
      [
        'find',
        async () => {
          const { total } = await this.users.list(call, readListRequest({ filter: `userName eq "${userName}"` }));
          return `A search by userName found ${total}.`;
        },
      ],
      [
        'patch',
        async () => {
          const { displayName } = await patch({ op: 'Replace', path: 'displayName', value: 'SCIM test' });
          return `The displayName was changed to ${displayName ?? 'nothing'}.`;
        },
      ],
      [
        'deactivate',
        async () => {
          const { active } = await patch({ op: 'Replace', path: 'active', value: 'False' });
          return `The user is ${active ? 'active' : 'inactive'} and no member any more.`;
        },
      ],
      [
        'delete',
        async () => {
          await this.users.delete(call, { uuid, ifMatch: undefined });
          return 'The user was deleted.';
        },
      ],
    ];
  }
}

/** A refusal is reported as the provider would get it; other errors are rethrown. */
async function checkOf(name: string, step: Step): Promise<ScimCheck> {
  try {
    return { name, ok: true, detail: await step() };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) {
      return { name, ok: false, detail: `${error.status} ${detailOf(error)}` };
    }
    throw error;
  }
}

const detailOf = ({ body }: ApiError): string =>
  [body.detail, body.message, body.error].find((text): text is string => typeof text === 'string') ?? '';

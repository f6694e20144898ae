import { aGroup, unique } from '../../builders/records.js';
import type { TestGroup, TestUser } from '../../builders/records.js';
import type { ApiClient, Extra } from '../../support/api-client.js';

/** An identity provider of one group. */
export class Provider {
  constructor(
    private readonly api: ApiClient,
    readonly group: TestGroup,
    readonly token: string,
  ) {}

  send(method: string, path: string, body?: object | string, { headers = {} }: Extra = {}) {
    return this.api.send(method, `/api/scim/v2/groups/${this.group.full_path}/${path}`, textOf(body), {
      headers: {
        Authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/scim+json' }),
        ...headers,
      },
    });
  }

  /** A new user, as the answer tells of it. */
  async user(fields: object = {}) {
    const { status, body } = await this.send('POST', 'Users', aScimUser(fields));
    if (status !== 201) {
      throw new Error(`Not made: ${status} ${JSON.stringify(body)}`);
    }
    return body;
  }
}

const textOf = (body?: object | string): string | undefined => (typeof body === 'object' ? JSON.stringify(body) : body);

export function aScimUser(fields: object = {}) {
  const userName = unique('person');
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `${userName}@corp.example`,
    externalId: userName,
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    emails: [{ value: `${userName}@corp.example`, type: 'work', primary: true }],
    active: true,
    ...fields,
  };
}

/** The provider of a new group of that owner. */
export async function aProvider(owner: TestUser, anonymous: ApiClient, fields: object = {}): Promise<Provider> {
  const group = await aGroup(owner.api);
  const { body } = await owner.api.post(`groups/${group.id}/scim_tokens`, { name: 'provider', ...fields });
  return new Provider(anonymous, group, body.token);
}

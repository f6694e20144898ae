import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import { SigningKeysService } from '../../../core/signing-keys/signing-keys.service.js';
import { Env } from '../../../platform/config/env.js';
import { readScopes } from './access-scope.js';
import type { AccessScope, RegistryAction } from './access-scope.js';
import { CREDENTIAL_KINDS, SUBJECT_KINDS } from './registry-subject.js';
import type { SubjectRef } from './registry-subject.js';

export const REGISTRY_SERVICE = 'container_registry';
/** Tolerance for clocks of the client and of other processes that are behind (contract: registry §5). */
const NOT_BEFORE_SECONDS = 5;

export interface IssuedRegistryToken {
  readonly token: string;
  readonly expiresIn: number;
  readonly issuedAt: Date;
}

/** A token that this service signed for its registry. */
export interface RegistryToken {
  readonly subject: SubjectRef | null;
  readonly access: readonly AccessScope[];
  /** Unix time in seconds. */
  readonly expiresAt: number;
}

type Claims = Readonly<Record<string, unknown>>;

/** Issues and reads the bearer tokens of `/v2` (contract: registry §5). */
@Injectable()
export class RegistryTokens {
  constructor(
    private readonly keys: SigningKeysService,
    private readonly env: Env,
    private readonly clock: Clock,
  ) {}

  async issue(subject: SubjectRef | null, access: readonly AccessScope[]): Promise<IssuedRegistryToken> {
    const { tokenTtl, tokenIssuer } = this.env.registry;
    const issuedAt = this.clock.now();
    const iat = Math.floor(issuedAt.getTime() / 1000);
    const token = await this.keys.sign({
      iss: tokenIssuer,
      aud: REGISTRY_SERVICE,
      ...(subject ? claimsOf(subject) : {}),
      iat,
      nbf: iat - NOT_BEFORE_SECONDS,
      exp: iat + tokenTtl,
      jti: randomUUID(),
      access,
    });
    return { token, expiresIn: tokenTtl, issuedAt };
  }

  /**
   * Null for a text that is not a token of this registry, or a token that is not valid yet. The caller checks whether
   * it has expired.
   */
  async read(text: string): Promise<RegistryToken | null> {
    const claims = await this.keys.verify(text);
    return claims && this.isOurs(claims) ? tokenOf(claims) : null;
  }

  private isOurs({ iss, aud, nbf }: Claims): boolean {
    const isOpen = typeof nbf === 'number' && nbf <= this.clock.millis() / 1000;
    return iss === this.env.registry.tokenIssuer && aud === REGISTRY_SERVICE && isOpen;
  }
}

/** Whether the token contains this action on this repository; `*` covers all of them (contract: registry §6). */
export const covers = ({ access }: RegistryToken, name: string, action: RegistryAction): boolean =>
  access.some(
    (scope) =>
      scope.type === 'repository' &&
      scope.name === name &&
      scope.actions.some((held) => held === action || held === '*'),
  );

export const coversCatalog = ({ access }: RegistryToken): boolean => access.some(({ type }) => type === 'registry');

const claimsOf = ({ kind, id, name, credential }: SubjectRef): Claims => ({
  sub: name,
  subject: `${kind}:${id}`,
  ...(credential ? { credential: `${credential.kind}:${credential.id}` } : {}),
});

function tokenOf(claims: Claims): RegistryToken | null {
  const { exp, access } = claims;
  if (typeof exp !== 'number' || !Array.isArray(access)) {
    return null;
  }
  return { subject: readSubject(claims), access: access.flatMap(readAccess), expiresAt: exp };
}

function readSubject({ subject, sub, credential }: Claims): SubjectRef | null {
  const known = readRef(SUBJECT_KINDS, subject);
  return known && typeof sub === 'string'
    ? { kind: known.kind, id: Number(known.id), name: sub, credential: readRef(CREDENTIAL_KINDS, credential) }
    : null;
}

function readRef<K extends string>(kinds: readonly K[], ref: unknown): { kind: K; id: string } | null {
  const [, word, id = ''] = typeof ref === 'string' ? (/^(\w+):([\da-f]+)$/.exec(ref) ?? []) : [];
  const kind = kinds.find((one) => one === word);
  return kind ? { kind, id } : null;
}

/** Parses an entry in the same way as the scopes that clients request. */
function readAccess(entry: unknown): AccessScope[] {
  if (typeof entry !== 'object' || entry === null || !('type' in entry && 'name' in entry && 'actions' in entry)) {
    return [];
  }
  const { type, name, actions } = entry;
  return readScopes([`${String(type)}:${String(name)}:${Array.isArray(actions) ? actions.join(',') : ''}`]);
}

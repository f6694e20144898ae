import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import type { IntegrationKind } from '../kinds/kind.js';
import type { SettingValue } from '../kinds/param.js';
import type { Integration } from './integration.js';

type Owner = Pick<Integration, 'projectId' | 'slug'>;

/**
 * Secrets of an integration, sealed in one value that can be opened only for its project and kind (contract:
 * integrations §3.3).
 */
@Injectable()
export class IntegrationSecrets {
  constructor(private readonly box: SecretBox) {}

  seal(owner: Owner, secrets: Readonly<Record<string, SettingValue>>): Buffer | null {
    return Object.keys(secrets).length === 0 ? null : this.box.seal(JSON.stringify(secrets), ownerName(owner));
  }

  open(integration: Owner & Pick<Integration, 'secrets'>): ReadonlyMap<string, string> {
    if (integration.secrets === null) {
      return new Map();
    }
    const opened: unknown = JSON.parse(this.box.open(integration.secrets, ownerName(integration)));
    const entries: [string, unknown][] = typeof opened === 'object' && opened !== null ? Object.entries(opened) : [];
    return new Map(entries.map(([name, value]) => [name, String(value)]));
  }

  /** Opens the sealed values that the record itself shows. */
  openShown(integration: Integration, { params }: IntegrationKind): ReadonlyMap<string, string> {
    const shown = params.filter(({ sealed }) => sealed).map(({ name }) => name);
    return shown.length === 0
      ? new Map()
      : new Map([...this.open(integration)].filter(([name]) => shown.includes(name)));
  }

  /** Opens the signing keys: the current one, and the previous one while it is valid (contract: integrations §8.4). */
  openSigning(integration: Integration, now: Date): readonly string[] {
    const { signingSecret, previousSigningSecret, previousSigningUntil } = integration;
    const keepsPrevious = previousSigningUntil !== null && new Date(previousSigningUntil) > now;
    return [signingSecret, keepsPrevious ? previousSigningSecret : null]
      .filter((sealed) => sealed !== null)
      .map((sealed) => this.box.open(sealed, ownerName(integration)));
  }

  sealSigning(owner: Owner, secret: string): Buffer {
    return this.box.seal(secret, ownerName(owner));
  }
}

const ownerName = ({ projectId, slug }: Owner): string => `integration ${projectId} ${slug}`;

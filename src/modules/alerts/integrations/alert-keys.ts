import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { digestOf, randomHex } from '../../../platform/crypto/random.js';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import type { AlertIntegration } from './alert-integration.js';

const KEY_BYTES = 16;
const SIGNING_BYTES = 32;
const SIGNING_PREFIX = 'whsec_';

type KeyOwner = Pick<AlertIntegration, 'projectId' | 'type' | 'identifier'>;

/** Creates and opens keys and signing secrets, each sealed for its integration (contract: alerts §4, §5, §8.4). */
@Injectable()
export class AlertKeys {
  constructor(private readonly box: SecretBox) {}

  newKey(owner: KeyOwner): { readonly token: Buffer; readonly digest: Buffer } {
    const key = randomHex(KEY_BYTES);
    return { token: this.box.seal(key, keyOwner(owner)), digest: digestOf(key) };
  }

  open(integration: KeyOwner & Pick<AlertIntegration, 'token'>): string {
    return this.box.open(integration.token, keyOwner(integration));
  }

  newSigningSecret(integrationId: number): { readonly text: string; readonly sealed: Buffer } {
    const text = SIGNING_PREFIX + randomBytes(SIGNING_BYTES).toString('base64');
    return { text, sealed: this.box.seal(text, secretOwner(integrationId)) };
  }

  /** Returns the bytes that a sender signs with. */
  openSigningSecret(integrationId: number, sealed: Buffer): Buffer {
    const text = this.box.open(sealed, secretOwner(integrationId));
    return Buffer.from(text.slice(SIGNING_PREFIX.length), 'base64');
  }
}

const keyOwner = ({ projectId, type, identifier }: KeyOwner): string => `alert key ${projectId} ${type} ${identifier}`;
const secretOwner = (integrationId: number): string => `alert signing secret ${integrationId}`;

import type { IncomingMessage } from 'node:http';
import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { digestOf } from '../../../platform/crypto/random.js';
import type { ClientApplication } from '../applications/application.js';
import { ApplicationsRepository } from '../applications/applications.repository.js';
import type { ProvableApplication } from '../applications/applications.repository.js';
import { invalidClient } from '../oauth-errors.js';
import type { ProtocolParams } from '../protocol-params.js';
import { readIdentification } from './client-identification.js';
import type { ClientIdentification } from './client-identification.js';

/** Finds out which application calls, and whether it is that (contract: oauth §5). */
@Injectable()
export class ClientAuthenticationService {
  constructor(private readonly applications: ApplicationsRepository) {}

  /** The application that calls; null when the caller names none. Throws 400 for two methods at once, 401 when it is not that. */
  async clientOf(request: IncomingMessage, params: ProtocolParams): Promise<ClientApplication | null> {
    const identification = readIdentification(request.headers.authorization, params);
    return identification && this.authenticate(identification);
  }

  /** The same, but a confidential application may keep its secret for later: where nothing is given yet. */
  async namedBy(request: IncomingMessage, params: ProtocolParams): Promise<ClientApplication | null> {
    const identification = readIdentification(request.headers.authorization, params);
    if (identification?.secret !== undefined) {
      return this.authenticate(identification);
    }
    return identification?.uid === undefined ? null : this.applications.findByUid(identification.uid);
  }

  private async authenticate({ uid, secret, byBasic }: ClientIdentification): Promise<ClientApplication> {
    const found = uid === undefined ? null : await this.applications.findProvable(uid);
    if (!found || !isProven(found, secret)) {
      throw invalidClient(byBasic);
    }
    return found.application;
  }
}

function isProven({ application, secrets }: ProvableApplication, secret: string | undefined): boolean {
  if (!application.confidential || secret === undefined) {
    return !application.confidential && secret === undefined; // a public application has no secret to send
  }
  const digest = digestOf(secret);
  return secrets.some((live) => timingSafeEqual(live, digest));
}

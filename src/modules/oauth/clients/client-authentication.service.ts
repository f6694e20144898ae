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

/** Authenticates the calling application (contract: oauth §5). */
@Injectable()
export class ClientAuthenticationService {
  constructor(private readonly applications: ApplicationsRepository) {}

  /**
   * Returns the calling application; null if the request names none. Throws 400 for two methods at once, 401 for failed
   * authentication.
   */
  async clientOf(request: IncomingMessage, params: ProtocolParams): Promise<ClientApplication | null> {
    const identification = readIdentification(request.headers.authorization, params);
    return identification && this.identified(identification);
  }

  /** Like {@link clientOf}, but a confidential application may omit its secret. Used where nothing is issued yet. */
  async namedBy(request: IncomingMessage, params: ProtocolParams): Promise<ClientApplication | null> {
    const identification = readIdentification(request.headers.authorization, params);
    if (identification?.secret !== undefined) {
      return this.identified(identification);
    }
    return identification?.uid === undefined ? null : this.applications.findByUid(identification.uid);
  }

  /**
   * Returns the application with this client id; null unless the secret is correct, or the application is public and no
   * secret was sent.
   */
  async authenticate(uid: string, secret: string | undefined): Promise<ClientApplication | null> {
    const found = await this.applications.findProvable(uid);
    return found && isProven(found, secret) ? found.application : null;
  }

  private async identified({ uid, secret, byBasic }: ClientIdentification): Promise<ClientApplication> {
    const application = uid === undefined ? null : await this.authenticate(uid, secret);
    if (!application) {
      throw invalidClient(byBasic);
    }
    return application;
  }
}

function isProven({ application, secrets }: ProvableApplication, secret: string | undefined): boolean {
  if (!application.confidential || secret === undefined) {
    return !application.confidential && secret === undefined; // a public application has no secret to send
  }
  const digest = digestOf(secret);
  return secrets.some((live) => timingSafeEqual(live, digest));
}

import { Injectable } from '@nestjs/common';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { ClientAuthenticationService } from '../clients/client-authentication.service.js';
import { GRANTS_BY_TYPE, offeredGrants } from './index.js';
import type { OauthClient } from './oauth-client.js';

/** The callers of the token endpoint in the library's terms (contract: oauth §5). */
@Injectable()
export class OauthClientsService {
  constructor(
    private readonly clients: ClientAuthenticationService,
    private readonly settings: SettingsService,
  ) {}

  /** Returns null if the application could not be authenticated (contract: oauth §5). */
  async authenticate(uid: string, secret: string | undefined): Promise<OauthClient | null> {
    const application = await this.clients.authenticate(uid, secret);
    const grants = offeredGrants(await this.settings.current()).map(({ type }) => type);
    return application && { id: String(application.id), grants, application };
  }

  /**
   * Returns a caller that names no application; null if the grant or the settings require one (contract: oauth §5.3).
   */
  async getAnonymous(grant: string): Promise<OauthClient | null> {
    const { oauthPasswordGrantWithoutClient } = await this.settings.current();
    const isAllowed = oauthPasswordGrantWithoutClient && GRANTS_BY_TYPE[grant]?.allowsAnonymous === true;
    return isAllowed ? { id: '', grants: [grant], application: null } : null;
  }
}

import { Injectable } from '@nestjs/common';
import { FamiliesRepository } from '../../../core/oauth-tokens/families/families.repository.js';
import { digestOf } from '../../../platform/crypto/random.js';
import { DeviceRequestsRepository } from '../device/device-requests.repository.js';
import type { DeviceRequest } from '../device/device-requests.repository.js';
import type { TokenOwner } from './token-issue.service.js';

/** Exchanges device codes (contract: oauth §14.6). */
@Injectable()
export class GrantedDevicesService {
  constructor(
    private readonly devices: DeviceRequestsRepository,
    private readonly families: FamiliesRepository,
  ) {}

  /** Locks the request, so that polls and exchanges of one device are serialised. */
  lock(deviceCode: string): Promise<DeviceRequest | null> {
    return this.devices.lockByDevice(digestOf(deviceCode));
  }

  notePoll({ id, isTooSoon }: DeviceRequest): Promise<void> {
    return this.devices.notePoll(id, isTooSoon);
  }

  async revokeReplayed({ familyId }: DeviceRequest): Promise<void> {
    await this.families.revoke(familyId ?? 0, 'code replayed');
  }

  /** Creates the authorization that the user approved, and marks the device code as used. */
  async use({ id, applicationId, scopes, authTime }: DeviceRequest, userId: number): Promise<TokenOwner> {
    const familyId = await this.families.insert({
      applicationId,
      userId,
      hasConsent: true,
      redirectUri: null,
      codeChallenge: null,
      scopes,
      authTime,
    });
    await this.devices.markUsed(id, familyId);
    return { userId, familyId, ...(authTime === null ? {} : { identity: { authTime, nonce: null } }) };
  }
}

import type { Integration } from './integration.js';

export type HealthState = 'healthy' | 'failing' | 'paused';

/** Health of an integration, from its deliveries (contract: integrations §8.3). */
export function healthStateOf({ pausedReason, consecutiveFailures }: Integration): HealthState {
  if (pausedReason !== null) {
    return 'paused';
  }
  return consecutiveFailures > 0 ? 'failing' : 'healthy';
}

import type { StorageWeights } from '../../../core/settings/storage-weights.js';

/**
 * One of the configured storages with probability weight / sum; all are equally likely when none has a weight
 * (contract: storage-moves §1). `chance` is from 0 to below 1.
 */
export function pickStorage(names: readonly string[], weights: StorageWeights, chance: number): string {
  const weighed = names.map((name) => ({ name, weight: weights[name] ?? 0 }));
  const sum = weighed.reduce((total, { weight }) => total + weight, 0);
  if (sum === 0) {
    return names[Math.floor(chance * names.length)] ?? '';
  }
  let left = chance * sum;
  for (const { name, weight } of weighed) {
    left -= weight;
    if (left < 0) {
      return name;
    }
  }
  return weighed.findLast(({ weight }) => weight > 0)?.name ?? '';
}

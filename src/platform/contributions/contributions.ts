import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Contributes } from './contributes.decorator.js';
import type { ContributionPoint } from './contributes.decorator.js';

/** The providers that other modules marked with {@link Contributes}; they are known once all modules are built. */
@Injectable()
export class Contributions {
  private readonly known = new Map<ContributionPoint, readonly object[]>();

  constructor(private readonly discovery: DiscoveryService) {}

  /** Everything that is contributed to this point, in the order of the modules; not to be asked by a constructor. */
  to<T extends object>(point: ContributionPoint<T>): readonly T[] {
    const known = this.known.get(point) as readonly T[] | undefined;
    const contributed = known ?? this.find(point);
    this.known.set(point, contributed);
    return contributed;
  }

  private find<T extends object>(point: ContributionPoint<T>): readonly T[] {
    return this.discovery
      .getProviders({ metadataKey: Contributes.KEY })
      .filter((wrapper) => this.discovery.getMetadataByDecorator(Contributes, wrapper) === point)
      .map(({ instance }): unknown => instance)
      .filter((instance): instance is T => instance instanceof point);
  }

  /** The one contribution to a point that must have one. Throws when there is none. */
  only<T extends object>(point: ContributionPoint<T>): T {
    const [contribution, another] = this.to(point);
    if (!contribution || another) {
      throw new Error(`${point.name} needs exactly one contribution.`);
    }
    return contribution;
  }
}

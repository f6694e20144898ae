import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Contributes } from './contributes.decorator.js';
import type { ContributionPoint } from './contributes.decorator.js';

/** Finds the providers that other modules marked with {@link Contributes}, once all modules are built. */
@Injectable()
export class Contributions {
  private readonly known = new Map<ContributionPoint, readonly object[]>();

  constructor(private readonly discovery: DiscoveryService) {}

  /** Returns all contributions to this point, in the order of the modules. Must not be called in a constructor. */
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

  /** Returns the only contribution to a point that must have exactly one. Throws otherwise. */
  only<T extends object>(point: ContributionPoint<T>): T {
    const [contribution, another] = this.to(point);
    if (!contribution || another) {
      throw new Error(`${point.name} needs exactly one contribution.`);
    }
    return contribution;
  }
}

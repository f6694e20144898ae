import { DiscoveryService } from '@nestjs/core';

/** Something that other modules may contribute to: an abstract class that defines the interface of a contribution. */
export type ContributionPoint<T extends object = object> = abstract new (...args: never[]) => T;

/**
 * Marks a provider as a part of another module's page, report, record or clean-up. That module finds it at start, so
 * that neither imports the other; see {@link Contributions}.
 */
export const Contributes = DiscoveryService.createDecorator<ContributionPoint>();

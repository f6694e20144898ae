export const VISIBILITIES = ['private', 'internal', 'public'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** Whether `inner` is more open than its container may be (contract: core §2). */
export const isMoreOpen = (inner: Visibility, outer: Visibility): boolean =>
  VISIBILITIES.indexOf(inner) > VISIBILITIES.indexOf(outer);

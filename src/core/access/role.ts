/** Access levels of members (contract: conventions §8); ordered, so that they compare. */
export enum Role {
  Guest = 10,
  Reporter = 20,
  Developer = 30,
  Maintainer = 40,
  Owner = 50,
}

export const ROLE_LEVELS: readonly number[] = [Role.Guest, Role.Reporter, Role.Developer, Role.Maintainer, Role.Owner];

export const roleName = (level: number): string => Role[level] ?? String(level);

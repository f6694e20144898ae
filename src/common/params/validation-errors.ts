import { invalid, notGiven } from '../errors/catalogue.js';

/** Collects what is wrong with the parameters of one request (contract: conventions §1 step 10, §5). */
export class ValidationErrors {
  private missing: string | undefined;
  private readonly fields = new Map<string, readonly string[]>();

  /** Only the first missing one is named. */
  lacks(names: string): void {
    this.missing ??= names;
  }

  /** The page and a list's own class both read `sort`: what both find is said once. */
  about(name: string, text: string | undefined): void {
    if (text !== undefined) {
      this.fields.set(name, [...new Set([...(this.fields.get(name) ?? []), text])]);
    }
  }

  /** Whether something is wrong with this parameter. */
  areAbout(name: string): boolean {
    return this.fields.has(name);
  }

  /** Throws 400 for the first missing parameter, else for every invalid one at once. */
  refuseAny(): void {
    if (this.missing !== undefined) {
      throw notGiven(this.missing);
    }
    if (this.fields.size > 0) {
      throw invalid(Object.fromEntries(this.fields));
    }
  }
}

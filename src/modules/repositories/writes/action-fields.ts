import { IS_INVALID } from '../../../common/errors/catalogue.js';
import { toBoolean, toText } from '../../../common/params/coerce.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import type { ValidationErrors } from '../../../common/params/validation-errors.js';
import { newPathError } from './file-path.js';

/**
 * Reads the fields of an object that describes a file: an action of a commit or a file of a snippet. A missing or invalid
 * field is added to `errors` and read as empty.
 */
export class ActionFields {
  constructor(
    private readonly object: JsonObject,
    private readonly errors: ValidationErrors,
  ) {}

  text(name: string): string | undefined {
    return this.has(name) ? this.given(name) : undefined;
  }

  /** Returns the text of a field; undefined if it is empty. */
  unlessEmpty(name: string): string | undefined {
    const text = this.text(name);
    return text === '' ? undefined : text;
  }

  required(name: string): string {
    if (!this.has(name)) {
      this.errors.lacks(name);
      return '';
    }
    return this.given(name) ?? '';
  }

  /** Returns a path that is valid for a file (contract: git §3.3). */
  path(name: string): string {
    const path = this.required(name);
    if (this.has(name) && !this.errors.areAbout(name)) {
      this.errors.about('file_path', newPathError(path));
    }
    return path;
  }

  flag(name: string): boolean | undefined {
    const value = this.object[name];
    if (value === undefined || value === null || value === '') {
      return undefined;
    }
    const flag = toBoolean(value);
    if (!flag.ok) {
      this.errors.about(name, IS_INVALID);
    }
    return flag.ok ? flag.value : undefined;
  }

  has(name: string): boolean {
    return this.object[name] !== undefined && this.object[name] !== null;
  }

  private given(name: string): string | undefined {
    const text = toText(this.object[name]);
    if (!text.ok) {
      this.errors.about(name, IS_INVALID);
    }
    return text.ok ? text.value : undefined;
  }
}

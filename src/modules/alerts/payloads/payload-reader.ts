import type { PayloadReading, ReadingContext } from './alert-reading.js';
import type { JsonObject } from '../../../common/params/json-object.js';

/** A payload format, recognised by its content (contract: alerts §1.4, §1.7). */
export interface PayloadReader {
  readonly name: 'alertmanager' | 'generic';
  recognises(payload: JsonObject): boolean;
  read(payload: JsonObject, context: ReadingContext): PayloadReading;
}

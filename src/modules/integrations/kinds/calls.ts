import type { HttpCall, Json, Step } from './step.js';

/** A step that is not followed by others. */
export const httpStep = (key: string, http: HttpCall): Step => ({ key, call: { http } });

export const postJson = (key: string, url: string, json: Json): Step =>
  httpStep(key, { method: 'POST', url, body: { json } });

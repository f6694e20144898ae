import type { HttpCall, Json, Step } from './step.js';

/** A step without following steps. */
export const httpStep = (key: string, http: HttpCall): Step => ({ key, call: { http } });

export const postJson = (key: string, url: string, json: Json): Step =>
  httpStep(key, { method: 'POST', url, body: { json } });

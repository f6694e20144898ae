import { httpStep } from '../calls.js';
import { addressOf, textOf } from '../settings-values.js';
import type { Json, Settings, Step } from '../step.js';

/** Calls of issue-tracker-c (contract: integrations §6.3). */
export class TrackerApi {
  private readonly base: string;
  private readonly auth;

  constructor(settings: Settings) {
    this.base = `${addressOf(settings, 'api_url') || addressOf(settings, 'url')}/rest/api/2`;
    this.auth = { username: textOf(settings, 'username'), password: textOf(settings, 'password') };
  }

  get(key: string, path: string, alsoDone?: readonly number[]): Step {
    const also = alsoDone === undefined ? {} : { alsoDone };
    return httpStep(key, { method: 'GET', url: `${this.base}/${path}`, auth: this.auth, ...also });
  }

  post(key: string, path: string, json: Json): Step {
    return httpStep(key, { method: 'POST', url: `${this.base}/${path}`, auth: this.auth, body: { json } });
  }
}

import OAuth2Server from '@node-oauth/oauth2-server';
import type { BaseModel } from '@node-oauth/oauth2-server';

/** The one step of the grant: the model judges and issues in the same breath. */
export class DeviceCodeSteps extends OAuth2Server.AbstractGrantType {
  /** Set by the library. */
  declare readonly model: BaseModel;

  override async handle(_request: OAuth2Server.Request, client: OAuth2Server.Client) {
    return this.model.saveToken({ accessToken: '', client, user: {} }, client, {});
  }
}

import type { Answer, ApiClient } from '../support/api-client.js';
import { aTarGz } from './tars.js';

/** A chart that `extra` lines of Chart.yaml, and `filling`, set apart from others. */
export const aChart = (name: string, version: string, { extra = '', filling = '' } = {}): Promise<Buffer> =>
  aTarGz({
    [`${name}/Chart.yaml`]: `apiVersion: v2\nname: ${name}\nversion: ${version}\n${extra}`,
    [`${name}/charts/db/Chart.yaml`]: 'apiVersion: v2\nname: db\nversion: 9.9.9\n',
    [`${name}/templates/a.yaml`]: `kind: ConfigMap\n${filling}`,
  });

/** As curl --form sends it. */
export function pushChart(
  api: ApiClient,
  projectId: number,
  chart: Uint8Array,
  { channel = 'stable', part = 'chart' } = {},
): Promise<Answer> {
  const form = new FormData();
  form.append(part, new Blob([chart]), 'anything.tgz');
  return api.send('POST', `projects/${projectId}/packages/helm/api/${channel}/charts`, form);
}

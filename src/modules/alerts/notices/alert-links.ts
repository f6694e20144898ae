/** Web address of an alert (contract: alerts §2.1). */
export const alertUrl = (baseUrl: string, projectPath: string, iid: number): string =>
  `${baseUrl}/${projectPath}/-/alert_management/${iid}/details`;

/** Web address of an incident (contract: alerts §3). */
export const incidentUrl = (baseUrl: string, projectPath: string, iid: number): string =>
  `${baseUrl}/${projectPath}/-/incidents/${iid}`;

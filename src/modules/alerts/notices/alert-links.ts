/** Where people read an alert (contract: alerts §2.1). */
export const alertUrl = (baseUrl: string, projectPath: string, iid: number): string =>
  `${baseUrl}/${projectPath}/-/alert_management/${iid}/details`;

/** Where people read an incident (contract: alerts §3). */
export const incidentUrl = (baseUrl: string, projectPath: string, iid: number): string =>
  `${baseUrl}/${projectPath}/-/incidents/${iid}`;

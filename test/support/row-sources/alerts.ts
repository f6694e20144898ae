import { unique } from '../../builders/records.js';
import { list, remover } from './row-source.js';
import type { RowSource, Subjects } from './row-source.js';

export async function alerts(subjects: Subjects): Promise<RowSource[]> {
  const { inserted, owner, projectId } = subjects;
  let number = 1000;
  const alert = (returning?: string) => {
    number += 1;
    const times = { started_at: new Date(number * 1000), last_event_at: new Date() };
    const row = { project_id: projectId, iid: number, title: 'row', severity: 'high', status: 'triggered', ...times };
    return inserted(
      'alerts',
      { ...row, fingerprint: unique('row').padEnd(40, '0').slice(0, 40), payload: '{}' },
      returning,
    );
  };
  const alertId = await alert();
  const ofAlert = { id: projectId, alert_id: number };
  return [
    {
      api: owner.api,
      lists: list('/projects/:id/alert_management_alerts', { id: projectId }),
      add: () => alert(),
      remove: remover(subjects, 'alerts'),
    },
    {
      api: owner.api,
      lists: list('/projects/:id/alert_management_alerts/:alert_id/occurrences', ofAlert),
      add: () => {
        number += 1;
        const occurrence = { alert_id: alertId, number, outcome: 'repeated', started_at: new Date(), payload: '{}' };
        return inserted('alert_occurrences', { ...occurrence, received_at: new Date() });
      },
      remove: remover(subjects, 'alert_occurrences'),
    },
    {
      api: owner.api,
      lists: list('/projects/:id/incidents', { id: projectId }),
      add: () => {
        number += 1;
        const incident = { project_id: projectId, iid: number, title: 'row', description: 'x', state: 'opened' };
        return inserted('incidents', { ...incident, severity: 'high', author_id: owner.id });
      },
      remove: remover(subjects, 'incidents'),
    },
  ];
}

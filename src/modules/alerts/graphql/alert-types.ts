import { Injectable } from '@nestjs/common';
import { toInteger } from '../../../common/params/coerce.js';
import { connectionOf, Connections, PAGE } from '../../../core/graphql/connection.js';
import type { PageArguments } from '../../../core/graphql/connection.js';
import { globalId } from '../../../core/graphql/global-id.js';
import { badUserInput } from '../../../core/graphql/graphql-errors.js';
import type { GraphqlContext } from '../../../core/graphql/graphql-context.js';
import { GraphqlTypes, resolversOf } from '../../../core/graphql/graphql-types.js';
import { mutation, mutationType } from '../../../core/graphql/mutation.js';
import { enumOf, orderIn, sortEnumOf, wordOf } from '../../../core/graphql/words.js';
import { GraphqlProjectsService, mayOnProject } from '../../../core/projects/graphql/graphql-projects.service.js';
import type { Project } from '../../../core/projects/project.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { ALERT_STATUSES, SEVERITIES } from '../alert-words.js';
import type { ListOrder } from '../../../platform/database/list-windows.js';
import { AlertListsRepository, ENDED_LAST } from '../management/alert-lists.repository.js';
import { AlertsController } from '../management/alerts.controller.js';
import { AlertsService } from '../management/alerts.service.js';
import type { Alert } from '../records/alert.js';

interface AlertsArguments extends PageArguments {
  readonly iid?: string | null;
  readonly statuses?: readonly string[] | null;
  readonly search?: string | null;
  readonly sort?: string | null;
}

interface StatusInput {
  readonly projectPath: string;
  readonly iid: string;
  readonly status: string;
}

/** Sort columns of the REST lists (contract: alerts §2.2). */
const SORTS = {
  IID: 'iid',
  STARTED_AT: 'started_at',
  ENDED_AT: 'ended_at',
  EVENTS: 'events',
  EVENT_COUNT: 'events',
  SEVERITY: 'severity',
  STATUS: 'status',
  CREATED: 'created_at',
  UPDATED: 'updated_at',
};

/** GraphQL types of alerts, visible to Developers (contract: scim-graphql §B3). */
@Injectable()
@Contributes(GraphqlTypes)
export class AlertTypes extends GraphqlTypes {
  override readonly definitions = `
    type Alert {
      id: ID!  iid: ID!  title: String  description: String  severity: AlertSeverity  status: AlertStatus
      monitoringTool: String  service: String  hosts: [String!]  eventCount: Int  startedAt: Time  endedAt: Time
      environment: String  fingerprint: String  assignees(${PAGE}): UserConnection
    }
    ${connectionOf('Alert')}
    ${enumOf('AlertSeverity', SEVERITIES)}
    ${enumOf('AlertStatus', ALERT_STATUSES)}
    ${sortEnumOf('AlertSort', SORTS)}
    extend type Project {
      alertManagementAlerts(iid: String, statuses: [AlertStatus!], search: String, sort: AlertSort, ${PAGE}): AlertConnection
    }
    ${mutationType('updateAlertStatus', 'projectPath: ID! iid: String! status: AlertStatus!', 'alert: Alert')}`;

  override readonly resolvers = [
    resolversOf<Project>('Project', {
      alertManagementAlerts: (project, args: AlertsArguments, context) =>
        mayOnProject(project, context, { controller: AlertsController, method: 'list' })
          ? this.ofProjects.of(project.id, args, context, (alert) => alert)
          : null,
    }),
    resolversOf<Alert>('Alert', {
      id: ({ id }) => globalId('Alert', id),
      severity: ({ severity }) => severity.toUpperCase(),
      status: ({ status }) => status.toUpperCase(),
      eventCount: ({ events }) => events,
      assignees: ({ id }, args: PageArguments, context) => this.assignees.of(id, args, context, (user) => user),
    }),
    resolversOf<unknown>('Mutation', {
      updateAlertStatus: mutation((input: StatusInput, context) => this.setStatus(input, context)),
    }),
  ];

  private readonly ofProjects = new Connections(
    (args: AlertsArguments) => this.lists.ofProjects(filtersIn(args)),
    ({ sort }) => orderOf(sort),
  );
  private readonly assignees = new Connections(() => this.lists.assignees());

  constructor(
    private readonly projects: GraphqlProjectsService,
    private readonly alerts: AlertsService,
    private readonly lists: AlertListsRepository,
  ) {
    super();
  }

  private async setStatus({ projectPath, iid, status }: StatusInput, context: GraphqlContext) {
    const route = { controller: AlertsController, method: 'update' } as const;
    const project = await this.projects.permittedByPath(projectPath, context, route);
    const changes = { status: wordOf(ALERT_STATUSES, status) };
    return { alert: await this.alerts.update(project, iidIn(iid), changes) };
  }
}

/** Alerts without an end are sorted last in both directions (contract: alerts §2.2). */
function orderOf(sort: string | null | undefined): ListOrder | undefined {
  const order = orderIn(SORTS, sort);
  return order?.by === 'ended_at' && order.direction === 'desc' ? { ...order, by: ENDED_LAST } : order;
}

const filtersIn = ({ iid, statuses, search }: AlertsArguments) => ({
  iid: iid === null || iid === undefined ? undefined : iidIn(iid),
  statuses: statuses ? ALERT_STATUSES.filter((status) => statuses.includes(status.toUpperCase())) : undefined,
  search: search ?? undefined,
});

function iidIn(text: string): number {
  const iid = toInteger(text);
  if (!iid.ok || !Number.isSafeInteger(iid.value)) {
    throw badUserInput(`"${text}" is not the iid of an alert`);
  }
  return iid.value;
}

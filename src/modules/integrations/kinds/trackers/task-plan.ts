import { httpStep } from '../calls.js';
import { oneLine } from '../one-line.js';
import { pushOf } from '../payload/push-facts.js';
import type { PushedCommit, PushFacts } from '../payload/push-facts.js';
import { textOf } from '../settings-values.js';
import type { HttpCall, Plan, Settings, Step, TestCalls } from '../step.js';
import { oneSpace } from './one-space.js';

/** Limit for one event: a text that consists of numbers must not cause thousands of calls. */
const MOST_TASKS = 100;
const TASK =
  /(?:\b(fix(?:e[sd]|ing)?|clos(?:e[sd]?|ing)) ?)?(?:(?<!\w)#(\d{1,20})\b|https:\/\/app\.asana\.com\/0\/\d{1,20}\/(\d{1,20})\b)/gi;

interface NamedTask {
  readonly id: string;
  readonly isDone: boolean;
}

/**
 * Comments on the tasks that commits mention, and completes those that they say are done (contract: integrations §6.4).
 */
export const taskPlan: Plan = ({ payload }, settings, { base }) => {
  const push = pushOf(payload);
  const call = (key: string, { url, ...rest }: HttpCall): Step =>
    httpStep(key, {
      ...rest,
      url: `${base}/${url}`,
      headers: tokenHeader(settings),
    });
  const named = push.commits.flatMap((commit) => tasksIn(commit.message).map((task) => ({ commit, task })));
  return named.slice(0, MOST_TASKS).map(({ commit, task }) => {
    const key = `${task.id}:${commit.id}`;
    const text = commentOf(commit, push);
    const comment = call(`${key}:comment`, {
      method: 'POST',
      url: `tasks/${task.id}/stories`,
      body: { json: { data: { text } } },
    });
    const end = call(`${key}:end`, {
      method: 'PUT',
      url: `tasks/${task.id}`,
      body: { json: { data: { completed: true } } },
    });
    return {
      ...call(`${key}:task`, { method: 'GET', url: `tasks/${task.id}` }),
      next: () => (task.isDone ? [comment, end] : [comment]),
    };
  });
};

/** Each task once; it is done if any of its mentions says so. */
function tasksIn(message: string): readonly NamedTask[] {
  const tasks = new Map<string, boolean>();
  for (const [, verb, number, inAddress] of oneSpace(message).matchAll(TASK)) {
    const id = number ?? inAddress ?? '';
    tasks.set(id, tasks.get(id) === true || verb !== undefined);
  }
  return [...tasks].map(([id, isDone]) => ({ id, isDone }));
}

const commentOf = ({ url, message }: PushedCommit, { user, name, project }: PushFacts): string =>
  `${oneLine(user.name)} pushed to branch ${oneLine(name)} of ${project.path} (${url}): ${message.trim()}`;

/** Reads the owner of the key. */
export const taskTest: TestCalls = (settings, { base }) => [
  httpStep('me', { method: 'GET', url: `${base}/users/me`, headers: tokenHeader(settings) }),
];

const tokenHeader = (settings: Settings) => ({ Authorization: `Bearer ${textOf(settings, 'api_key')}` });

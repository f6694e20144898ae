import { aContext, anEvent, NO_SHA, someSettings } from '../../../../../test/builders/integration-events.js';
import { chatFlowA } from '../chat-flow-a.kind.js';
import { chatRoomsA } from '../chat-rooms-a.kind.js';
import { pushNotifications } from '../push-notifications.kind.js';

const PROJECT = 'https://code.example.com/group/project';
const BEFORE = `9f8e7d6c${'0'.repeat(31)}9`;
const FIRST = `a1b2c3d4${'0'.repeat(31)}1`;
const LAST = `b2c3d4e5${'0'.repeat(31)}2`;

/** A push whose names and titles hold links and tags. */
const hostilePush = () =>
  anEvent('push', {
    ref: 'refs/heads/<i>next',
    user_name: 'Eve <a href="http://e">here</a>',
    user_username: 'eve',
    commits: [{ id: LAST, title: 'the [docs](http://d)', author: { name: '<b>Eve</b>' } }],
  });

describe('chat-rooms-a', () => {
  const settings = someSettings({ token: 't0ken', subdomain: 'team', room: 'Builds' });
  const context = aContext({ base: 'https://{subdomain}.rooms.example.com' });
  const auth = { username: 't0ken', password: 'X' };

  it('looks up the room, then says one line in it', () => {
    const [rooms] = chatRoomsA.plan(anEvent('push'), settings, context);
    const json = { rooms: [{ id: 7, name: 'Builds' }] };
    const id = rooms!.extract!({ status: 200, json });

    expect(rooms).toMatchObject({
      key: 'rooms',
      call: { http: { method: 'GET', url: 'https://team.rooms.example.com/rooms.json', auth } },
    });
    expect(rooms!.next!(id)).toEqual([
      {
        key: 'speak',
        call: {
          http: {
            method: 'POST',
            url: 'https://team.rooms.example.com/room/7/speak.json',
            auth,
            body: {
              json: {
                message: {
                  type: 'TextMessage',
                  body: `[group/project] Ada Lovelace (ada) pushed 2 commits to main. ${PROJECT}/-/compare/${BEFORE}...${LAST}`,
                },
              },
            },
          },
        },
      },
    ]);
  });

  it('says names without links and tags', () => {
    const [rooms] = chatRoomsA.plan(hostilePush(), settings, context);
    const [speak] = rooms!.next!('7');

    expect(speak).toMatchObject({
      call: {
        http: {
          body: { json: { message: { body: expect.stringMatching(/ Eve here \(eve\) pushed .* to next\. /) } } },
        },
      },
    });
  });

  it('stops where no room has the name or id', () => {
    const [rooms] = chatRoomsA.plan(anEvent('push'), settings, context);

    expect(rooms!.next!(rooms!.extract!({ status: 200, json: { rooms: [] } }))).toEqual([]);
    expect(rooms!.next!(rooms!.extract!({ status: 200, json: null }))).toEqual([]);
  });

  it.each([
    [{ token: 't', subdomain: 'team' }, 'room is not set'],
    [{ token: 't', room: 'Builds' }, 'subdomain is not set'],
  ])('of %j cannot be sent', (values, unconfigured) => {
    expect(chatRoomsA.plan(anEvent('push'), someSettings(values), context)).toEqual([
      { key: 'rooms', call: { unconfigured } },
    ]);
  });
});

describe('chat-flow-a', () => {
  it('shows names and titles without links and tags', () => {
    const [step] = chatFlowA.plan(hostilePush(), someSettings({ token: 't0ken' }), aContext());

    expect(step).toMatchObject({
      call: {
        http: {
          body: {
            json: {
              author: { name: 'Eve here' },
              title: 'Eve here (eve) pushed to branch next of group/project',
              body: expect.stringMatching(/<\/a>: the docs - Eve<\/li>/),
              thread: { title: 'group/project: next' },
            },
          },
        },
      },
    });
  });

  it('sends an activity with all commits', () => {
    const [step, ...others] = chatFlowA.plan(anEvent('push'), someSettings({ token: 't0ken' }), aContext());

    expect(others).toEqual([]);
    expect(step).toEqual({
      key: 'message',
      call: {
        http: {
          method: 'POST',
          url: 'https://vendor.example.com/messages',
          body: {
            json: {
              flow_token: 't0ken',
              event: 'activity',
              author: { name: 'Ada Lovelace', email: 'ada@example.com' },
              title: 'Ada Lovelace (ada) pushed to branch main of group/project',
              body:
                `<ul><li><a href="${PROJECT}/-/commit/${FIRST}">a1b2c3d4</a>: Fix the engine - Ada Lovelace</li>` +
                `<li><a href="${PROJECT}/-/commit/${LAST}">b2c3d4e5</a>: Add a gear - Ada Lovelace</li></ul>`,
              external_thread_id: '7:refs/heads/main',
              thread: { title: 'group/project: main', external_url: `${PROJECT}/-/tree/main` },
            },
          },
        },
      },
    });
  });
});

describe('push-notifications', () => {
  const settings = someSettings({ api_key: 'key', user_key: 'user', priority: '1', sound: 'bike' });

  it('sends a form; a blank device is sent blank', () => {
    expect(pushNotifications.plan(anEvent('push'), settings, aContext())).toEqual([
      {
        key: 'message',
        call: {
          http: {
            method: 'POST',
            url: 'https://vendor.example.com/messages.json',
            body: {
              form: {
                token: 'key',
                user: 'user',
                device: '',
                priority: '1',
                title: 'group/project',
                message: 'Ada Lovelace pushed to branch "main".\nTotal commits count: 2',
                url: PROJECT,
                url_title: 'See project group/project',
                sound: 'bike',
              },
            },
          },
        },
      },
    ]);
  });

  it.each([
    [{ before: NO_SHA, commits: [], total_commits_count: 0 }, 'Ada Lovelace pushed new branch "main".'],
    [{ after: NO_SHA, commits: [], total_commits_count: 0 }, 'Ada Lovelace deleted branch "main".'],
  ])('of case %# says what happened to the branch', (members, message) => {
    const [step] = pushNotifications.plan(anEvent('push', members), settings, aContext());

    expect(step).toMatchObject({ call: { http: { body: { form: { message } } } } });
  });
});

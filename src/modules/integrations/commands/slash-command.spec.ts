import { readSlashCommand } from './slash-command.js';

describe('readSlashCommand', () => {
  it.each([
    ['pipeline main', { name: 'pipeline', ref: 'main', variables: [] }],
    [
      ' Pipeline  feature/x A=1 B=x=y C= ',
      {
        name: 'pipeline',
        ref: 'feature/x',
        variables: [
          { key: 'A', value: '1' },
          { key: 'B', value: 'x=y' },
          { key: 'C', value: '' },
        ],
      },
    ],
    ['status v1.0', { name: 'status', ref: 'v1.0' }],
    ['alerts', { name: 'alerts' }],
    ['alert ack 7', { name: 'alert', act: 'ack', iid: 7 }],
    ['ALERT Resolve 12', { name: 'alert', act: 'resolve', iid: 12 }],
  ])('reads %j', (text, command) => {
    expect(readSlashCommand(text)).toEqual(command);
  });

  it.each([
    ...['', 'help', 'deploy main', 'pipeline', 'pipeline main A', 'pipeline main =1', 'status', 'status a b'],
    ...['alerts all', 'alert', 'alert ack', 'alert ack x', 'alert ack 0', 'alert ack 1 2', 'alert delete 1'],
  ])('answers %j with help', (text) => {
    expect(readSlashCommand(text)).toEqual({ name: 'help' });
  });
});

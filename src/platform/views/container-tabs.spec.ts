import { shownTabs } from './container-tabs.js';

const tab = (name: string, position: number, isSetting = false) => ({ name, path: `/-/${name}`, position, isSetting });

describe('shownTabs', () => {
  it('puts settings behind one tab, which leads to the first of them', () => {
    const { tabs, settings } = shownTabs([tab('b', 2), tab('z', 9, true), tab('y', 8, true), tab('a', 1)], '/p');

    expect(tabs.map(({ name, to }) => `${name} ${to}`)).toEqual(['a /p/-/a', 'b /p/-/b', 'Settings /p/-/y']);
    expect(settings.map(({ name }) => name)).toEqual(['y', 'z']);
  });

  it('has no such tab where there are none', () => {
    expect(shownTabs([tab('a', 1)], '/p')).toEqual({ tabs: [{ name: 'a', to: '/p/-/a' }], settings: [] });
  });
});

import { readEvent } from './read-event.js';

describe('readEvent', () => {
  // contract: integrations §4.3, conventions §3.7
  it('refuses lists and objects where a demanded member is a text or a number', () => {
    const faultOf = (sent: Parameters<typeof readEvent>[0]): unknown => {
      try {
        readEvent(sent);
        return null;
      } catch (error) {
        return (error as { body?: unknown }).body;
      }
    };

    expect(faultOf({ object_kind: 'wiki_page', object_attributes: { title: ['x'] } })).toEqual({
      message: { object_attributes: { title: ['is invalid'] } },
    });
    expect(faultOf({ object_kind: 'build', build_id: { a: 1 }, build_name: 'b', build_status: 'success' })).toEqual({
      message: { build_id: ['is invalid'] },
    });
    expect(faultOf({ object_kind: 'wiki_page', object_attributes: { title: 'x' } })).toBeNull();
  });
});

import { roomsPlan, roomsTest } from './chat/rooms-plan.js';
import { dnsLabel } from './checks.js';
import { defineKind } from './kind.js';
import { SECRET, text } from './param.js';

export const chatRoomsA = defineKind({
  slug: 'chat-rooms-a',
  alias: 'campfire',
  title: 'Chat rooms A',
  category: 'chat',
  transport: 'http',
  params: [text('token', SECRET), text('subdomain', { check: dnsLabel }), text('room')],
  events: ['push'],
  plan: roomsPlan,
  test: roomsTest,
});

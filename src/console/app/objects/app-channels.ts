/** App channels: by which applications come in. */
import { channelList, channelType, start, stop } from './channel-list.ts'
import type { ObjectScreen } from './screen.ts'

export const appChannels: ObjectScreen = {
  ...channelList,
  section: 'app-channels',
  many: 'app channels',
  one: 'app channel',
  includes: ['SVRCONN', 'AMQP'],

  types: [
    channelType('SVRCONN', 'Applications connect through it.', ['DESCR', 'MCAUSER', 'MAXINST']),
    channelType('AMQP', 'AMQP clients connect through it.', ['PORT', 'DESCR']),
  ],

  actions: [start, stop],
}

/** The screen of app channels: server-connection and AMQP channels, through which applications connect. */
import {
  buildChannelType,
  channelScreenBase,
  startChannelAction,
  stopChannelAction,
} from './channel-screen-base.ts'
import type { ObjectScreen } from './object-screen.ts'

export const appChannelScreen: ObjectScreen = {
  ...channelScreenBase,
  section: 'app-channels',
  plural: 'app channels',
  singular: 'app channel',
  includes: ['SVRCONN', 'AMQP'],

  types: [
    buildChannelType('SVRCONN', 'Applications connect through it.', ['DESCR', 'MCAUSER', 'MAXINST']),
    buildChannelType('AMQP', 'AMQP clients connect through it.', ['PORT', 'DESCR']),
  ],

  actions: [startChannelAction, stopChannelAction],
}

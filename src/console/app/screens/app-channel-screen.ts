/** The screen of app channels: server-connection and AMQP channels, through which applications connect. */
import { t } from '../../../ui/text/t.ts'
import { buildChannelType, channelScreenBase, startChannelAction, stopChannelAction } from './channel-screen-base.ts'
import type { ObjectScreen } from './object-screen.ts'

export const appChannelScreen: ObjectScreen = {
  ...channelScreenBase,
  section: 'app-channels',
  plural: t('app channels'),
  singular: t('app channel'),
  includes: ['SVRCONN', 'AMQP'],

  types: [
    buildChannelType('SVRCONN', t('Applications connect through it.'), ['DESCR', 'MCAUSER', 'MAXINST']),
    buildChannelType('AMQP', t('AMQP clients connect through it.'), ['PORT', 'DESCR']),
  ],

  actions: [startChannelAction, stopChannelAction],
}

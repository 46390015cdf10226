/** The screen of queue manager channels: channels between two queue managers. */
import { t } from '../../../ui/text/t.ts'
import {
  buildChannelAction,
  buildChannelType,
  channelScreenBase,
  startChannelAction,
  stopChannelAction,
} from './channel-screen-base.ts'
import type { ObjectRow, ObjectScreen } from './object-screen.ts'

const sends = ({ type }: ObjectRow) => ['SDR', 'SVR'].includes(type)

const resolved = { verb: 'resolve', done: t('Channel resolved'), danger: true, applies: sends }

export const channelScreen: ObjectScreen = {
  ...channelScreenBase,
  section: 'channels',
  plural: t('queue manager channels'),
  singular: t('queue manager channel'),
  includes: ['SDR', 'SVR', 'RCVR', 'RQSTR', 'CLUSSDR', 'CLUSRCVR'],

  types: [
    buildChannelType(
      'SDR',
      t('Sends the messages of a transmission queue.'),
      ['CONNAME', 'XMITQ', 'DESCR'],
      ['CONNAME', 'XMITQ'],
    ),
    buildChannelType('RCVR', t('Receives what a sender sends.'), ['DESCR', 'MCAUSER']),
    buildChannelType('SVR', t('Sends when a requester asks.'), ['XMITQ', 'CONNAME', 'DESCR'], ['XMITQ']),
    buildChannelType('RQSTR', t('Asks a server to send.'), ['CONNAME', 'DESCR'], ['CONNAME']),
  ],

  actions: [
    startChannelAction,
    stopChannelAction,
    buildChannelAction({ id: 'ping', title: t('Ping'), done: t('The channel answers'), applies: sends }),
    buildChannelAction({
      id: 'reset',
      title: t('Reset sequence number'),
      done: t('Sequence number reset'),
      danger: true,
      parameters: { seqnum: 1 },
      number: {
        keyword: 'seqnum',
        initial: 1,
        least: 1,
        most: 999_999_999,
        label: t('Number of the next message'),
        help: t('The partner must expect the same number.'),
      },
    }),
    buildChannelAction({ ...resolved, id: 'commit', title: t('Resolve: commit'), parameters: { action: 'COMMIT' } }),
    buildChannelAction({
      ...resolved,
      id: 'backout',
      title: t('Resolve: back out'),
      parameters: { action: 'BACKOUT' },
    }),
  ],
}

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

export const clientChannelScreen: ObjectScreen = {
  ...channelScreenBase,
  section: 'client-channels',
  plural: t('client channels'),
  singular: t('client channel'),
  kind: 'clntconn',
  authority: 'CLNTCONN',
  includes: ['CLNTCONN'],
  columns: channelScreenBase.columns.filter(({ live }) => !live),

  types: [
    {
      ...buildChannelType(
        'CLNTCONN',
        t('Tells applications where to connect.'),
        ['CONNAME', 'QMNAME', 'DESCR'],
        ['CONNAME'],
      ),
      deleteParameters: { chltable: 'CLNTTBL' },
    },
  ],

  actions: [],
}

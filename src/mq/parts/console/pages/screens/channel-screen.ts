/** The screen of queue manager channels: channels between two queue managers. */
import { t } from '../../../../../shared/ui/text/t.ts'
import { buildAction, buildScreen } from './build-screen.ts'
import { buildChannelType, channelScreenBase, startChannelAction, stopChannelAction } from './channel-screen-base.ts'
import type { ObjectAction, ObjectRow } from './object-screen.ts'

const sends = ({ type }: ObjectRow) => ['SDR', 'SVR'].includes(type)

const resolved = {
  done: t('Channel resolved'),
  danger: true,
  applies: sends,
  findObstacle: ({ status }: ObjectRow) => status.indoubt === 'NO' && t('No batch is in doubt.'),
}

export const channelScreen = buildScreen({
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
    buildAction('channel', {
      id: 'ping',
      title: t('Ping'),
      done: t('The channel answers'),
      applies: sends,
      explanation: t('Connects to the partner, exchanges some bytes and shows whether it answers.'),
      findObstacle: ({ status }) => status.status === 'RUNNING' && t('It runs: the partner answers.'),
    }),
    buildAction(
      'channel',
      {
        id: 'reset',
        title: t('Reset sequence number'),
        done: t('Sequence number reset'),
        danger: true,
        explanation: t(
          'Sets the number of the next message, after an error about numbers that differ at the two ends.',
        ),
        number: {
          keyword: 'seqnum',
          initial: 1,
          least: 1,
          most: 999_999_999,
          label: t('Number of the next message'),
          help: t('The partner must expect the same number.'),
        },
      },
      { parameters: { seqnum: 1 } },
    ),
    buildResolveAction(
      'commit',
      t('Resolve: commit'),
      t('Removes the batch in doubt from the transmission queue. Choose it when the partner has the messages.'),
    ),
    buildResolveAction(
      'backout',
      t('Resolve: back out'),
      t('Sends the batch in doubt again. Choose it when the partner does not have the messages.'),
    ),
  ],
})

function buildResolveAction(id: string, title: string, explanation: string): ObjectAction {
  const parameters = { action: id.toUpperCase() }
  return buildAction('channel', { ...resolved, id, title, explanation }, { command: 'resolve', parameters })
}

export const appChannelScreen = buildScreen({
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
})

export const clientChannelScreen = buildScreen({
  ...channelScreenBase,
  section: 'client-channels',
  plural: t('client channels'),
  singular: t('client channel'),
  kind: 'clntconn',
  qualifier: 'channel',
  key: 'channel',
  includes: ['CLNTCONN'],
  tabs: () => ['properties', 'authority'],
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
})

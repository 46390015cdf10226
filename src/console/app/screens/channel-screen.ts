/** The screen of queue manager channels: channels between two queue managers. */
import {
  buildChannelAction,
  buildChannelType,
  channelScreenBase,
  startChannelAction,
  stopChannelAction,
} from './channel-screen-base.ts'
import type { ObjectRow, ObjectScreen } from './object-screen.ts'

const sends = ({ type }: ObjectRow) => ['SDR', 'SVR'].includes(type)

const resolved = { verb: 'resolve', done: 'Channel resolved', danger: true, applies: sends }

export const channelScreen: ObjectScreen = {
  ...channelScreenBase,
  section: 'channels',
  plural: 'queue manager channels',
  singular: 'queue manager channel',
  includes: ['SDR', 'SVR', 'RCVR', 'RQSTR', 'CLUSSDR', 'CLUSRCVR'],

  types: [
    buildChannelType(
      'SDR',
      'Sends the messages of a transmission queue.',
      ['CONNAME', 'XMITQ', 'DESCR'],
      ['CONNAME', 'XMITQ'],
    ),
    buildChannelType('RCVR', 'Receives what a sender sends.', ['DESCR', 'MCAUSER']),
    buildChannelType('SVR', 'Sends when a requester asks.', ['XMITQ', 'CONNAME', 'DESCR'], ['XMITQ']),
    buildChannelType('RQSTR', 'Asks a server to send.', ['CONNAME', 'DESCR'], ['CONNAME']),
  ],

  actions: [
    startChannelAction,
    stopChannelAction,
    buildChannelAction({ id: 'ping', title: 'Ping', done: 'The channel answers', applies: sends }),
    buildChannelAction({
      ...{ id: 'reset', title: 'Reset sequence number', done: 'Sequence number reset' },
      danger: true,
      parameters: { seqnum: 1 },
    }),
    buildChannelAction({
      ...resolved,
      id: 'commit',
      title: 'Resolve: commit',
      parameters: { action: 'COMMIT' },
    }),
    buildChannelAction({
      ...resolved,
      id: 'backout',
      title: 'Resolve: back out',
      parameters: { action: 'BACKOUT' },
    }),
  ],
}

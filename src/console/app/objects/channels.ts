/** Queue manager channels: between two queue managers. */
import { channelAction, channelList, channelType, start, stop } from './channel-list.ts'
import type { ObjectScreen, Row } from './screen.ts'

const sends = ({ type }: Row) => ['SDR', 'SVR', 'CLUSSDR'].includes(type)

const resolved = { verb: 'resolve', done: 'Channel resolved', danger: true, applies: sends }

export const channels: ObjectScreen = {
  ...channelList,
  section: 'channels',
  many: 'queue manager channels',
  one: 'queue manager channel',
  includes: ['SDR', 'SVR', 'RCVR', 'RQSTR', 'CLUSSDR', 'CLUSRCVR'],

  types: [
    channelType(
      'SDR',
      'Sends the messages of a transmission queue.',
      ['CONNAME', 'XMITQ', 'DESCR'],
      ['CONNAME', 'XMITQ'],
    ),
    channelType('RCVR', 'Receives what a sender sends.', ['DESCR', 'MCAUSER']),
    channelType('SVR', 'Sends when a requester asks.', ['XMITQ', 'CONNAME', 'DESCR'], ['XMITQ']),
    channelType('RQSTR', 'Asks a server to send.', ['CONNAME', 'DESCR'], ['CONNAME']),
    channelType('CLUSSDR', 'Sends within a cluster.', ['CONNAME', 'CLUSTER', 'DESCR'], ['CONNAME']),
    channelType('CLUSRCVR', 'Receives within a cluster.', ['CONNAME', 'CLUSTER', 'DESCR']),
  ],

  actions: [
    start,
    stop,
    channelAction({ id: 'ping', title: 'Ping', done: 'The channel answers', applies: sends }),
    channelAction({
      ...{ id: 'reset', title: 'Reset sequence number', done: 'Sequence number reset' },
      danger: true,
      parameters: { seqnum: 1 },
    }),
    channelAction({ ...resolved, id: 'commit', title: 'Resolve: commit', parameters: { action: 'COMMIT' } }),
    channelAction({
      ...resolved,
      id: 'backout',
      title: 'Resolve: back out',
      parameters: { action: 'BACKOUT' },
    }),
  ],
}

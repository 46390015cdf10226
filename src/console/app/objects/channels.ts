/** Channels: between queue managers, and those by which applications come in. */
import { altered, description, nameColumn, worded } from './columns.ts'
import type { Action, Column, ObjectScreen, ObjectType, Row } from './screen.ts'

const typeNames: Readonly<Record<string, string>> = {
  SDR: 'Sender',
  SVR: 'Server',
  RCVR: 'Receiver',
  RQSTR: 'Requester',
  CLUSSDR: 'Cluster sender',
  CLUSRCVR: 'Cluster receiver',
  SVRCONN: 'Server connection',
  CLNTCONN: 'Client connection',
  AMQP: 'AMQP',
}

const betweenManagers = ['SDR', 'SVR', 'RCVR', 'RQSTR', 'CLUSSDR', 'CLUSRCVR']
const forApplications = ['SVRCONN', 'AMQP']
const calling = ['SDR', 'SVR', 'CLUSSDR']

const status: Column = {
  id: 'status',
  title: 'Status',
  keyword: 'status',
  live: true,
  of: (row) => statusNames[String(row.status.status ?? '')] ?? String(row.status.status),
}

const statusNames: Readonly<Record<string, string>> = {
  '': 'Inactive',
  RUNNING: 'Running',
  STOPPED: 'Stopped',
}

const columns: readonly Column[] = [
  nameColumn,
  worded('chltype', 'Type', typeNames),
  status,
  { id: 'conname', title: 'Connection name', keyword: 'conname' },
  { id: 'xmitq', title: 'Transmission queue', keyword: 'xmitq', optional: true },
  { id: 'mcauser', title: 'User', keyword: 'mcauser', optional: true },
  { id: 'maxinst', title: 'Maximum instances', keyword: 'maxinst', numeric: true, optional: true },
  { id: 'maxmsgl', title: 'Maximum message length', keyword: 'maxmsgl', numeric: true, optional: true },
  { id: 'sslciph', title: 'Cipher', keyword: 'sslciph', optional: true },
  { id: 'cluster', title: 'Cluster', keyword: 'cluster', optional: true },
  description,
  altered,
]

const start = action('start', 'Start', 'Start of the channel accepted', () => true)
const stop = action('stop', 'Stop', 'Stop of the channel accepted', () => true, {
  danger: true,
})
const ping = action('ping', 'Ping', 'The channel answers', (row) => calling.includes(row.type))
const reset = action(
  'reset',
  'Reset sequence number',
  'Sequence number reset',
  (row) => betweenManagers.includes(row.type),
  {
    danger: true,
    parameters: { seqnum: 1 },
  },
)
const commit = action(
  'resolve-commit',
  'Resolve: commit',
  'Channel resolved',
  (row) => calling.includes(row.type),
  {
    danger: true,
    command: 'resolve',
    parameters: { action: 'COMMIT' },
  },
)
const backOut = action(
  'resolve-backout',
  'Resolve: back out',
  'Channel resolved',
  (row) => calling.includes(row.type),
  {
    danger: true,
    command: 'resolve',
    parameters: { action: 'BACKOUT' },
  },
)

const shared = {
  kind: 'channel',
  qualifier: 'channel',
  key: 'channel',
  typeKey: 'chltype',
  status: { qualifier: 'chstatus', key: 'channel' },
  authority: 'CHANNEL',
  tabs: () => ['properties', 'authority'] as const,
}

export const channels: ObjectScreen = {
  ...shared,
  section: 'channels',
  many: 'queue manager channels',
  one: 'queue manager channel',
  includes: betweenManagers,
  columns,
  types: [
    type(
      'SDR',
      'Sends the messages of a transmission queue.',
      ['CONNAME', 'XMITQ', 'DESCR'],
      ['CONNAME', 'XMITQ'],
    ),
    type('RCVR', 'Receives what a sender sends.', ['DESCR', 'MCAUSER']),
    type('SVR', 'Sends when a requester asks.', ['XMITQ', 'CONNAME', 'DESCR'], ['XMITQ']),
    type('RQSTR', 'Asks a server to send.', ['CONNAME', 'DESCR'], ['CONNAME']),
    type('CLUSSDR', 'Sends within a cluster.', ['CONNAME', 'CLUSTER', 'DESCR'], ['CONNAME']),
    type('CLUSRCVR', 'Receives within a cluster.', ['CONNAME', 'CLUSTER', 'DESCR']),
  ],
  actions: [start, stop, ping, reset, commit, backOut],
}

export const appChannels: ObjectScreen = {
  ...shared,
  section: 'app-channels',
  many: 'app channels',
  one: 'app channel',
  includes: forApplications,
  columns,
  types: [
    type('SVRCONN', 'Applications connect through it.', ['DESCR', 'MCAUSER', 'MAXINST']),
    type('AMQP', 'AMQP clients connect through it.', ['PORT', 'DESCR']),
  ],
  actions: [start, stop],
}

/** What clients read to find their queue manager. They share no names with other channels, and nothing of them runs here. */
export const clientChannels: ObjectScreen = {
  ...shared,
  section: 'client-channels',
  many: 'client channels',
  one: 'client channel',
  kind: 'clntconn',
  authority: 'CLNTCONN',
  includes: ['CLNTCONN'],
  columns: columns.filter(({ live }) => !live),
  types: [
    {
      ...type(
        'CLNTCONN',
        'Tells applications where to connect.',
        ['CONNAME', 'QMNAME', 'DESCR'],
        ['CONNAME'],
      ),
      removal: { chltable: 'CLNTTBL' },
    },
  ],
  actions: [],
}

function type(
  name: string,
  says: string,
  basics: readonly string[],
  required: readonly string[] = [],
): ObjectType {
  const parameters = { chltype: name }
  return {
    type: name,
    title: typeNames[name] ?? name,
    says,
    qualifier: 'channel',
    parameters,
    basics,
    required,
  }
}

function action(
  id: string,
  title: string,
  done: string,
  applies: (row: Row) => boolean,
  more: { danger?: boolean; command?: string; parameters?: Record<string, string | number> } = {},
): Action {
  const { danger = false, command = id, parameters } = more
  return {
    ...{ id, title, done, applies, danger },
    command: () => ({ command, qualifier: 'channel', ...(parameters ? { parameters } : {}) }),
  }
}

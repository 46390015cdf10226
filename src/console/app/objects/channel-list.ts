/** What the lists of channels share: their columns, their actions, and how a type of channel is described. */
import type { Attributes } from '../api/mqsc.ts'
import { altered, description, nameColumn, worded } from './columns.ts'
import type { Action, Column, ObjectType, Row } from './screen.ts'

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

const statusNames: Readonly<Record<string, string>> = {
  '': 'Inactive',
  RUNNING: 'Running',
  STOPPED: 'Stopped',
}

const status: Column = {
  id: 'status',
  title: 'Status',
  keyword: 'status',
  live: true,
  of: (row) => statusNames[String(row.status.status ?? '')] ?? String(row.status.status),
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

/** The members that every list of channels has. */
export const channelList = {
  kind: 'channel',
  qualifier: 'channel',
  key: 'channel',
  typeKey: 'chltype',
  status: { qualifier: 'chstatus', key: 'channel' },
  authority: 'CHANNEL',
  columns,
  tabs: () => ['properties', 'authority'] as const,
} as const

export function channelType(
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

interface ChannelAction {
  id: string
  title: string
  done: string
  /** Every channel of the list when left out. */
  applies?(row: Row): boolean
  danger?: boolean
  /** The verb; the id when left out. */
  verb?: string
  parameters?: Attributes
}

export function channelAction({ verb, parameters, applies = () => true, ...action }: ChannelAction): Action {
  const command = { command: verb ?? action.id, qualifier: 'channel', ...(parameters ? { parameters } : {}) }
  return { ...action, applies, command: () => command }
}

export const start = channelAction({ id: 'start', title: 'Start', done: 'Start of the channel accepted' })
export const stop = channelAction({
  ...{ id: 'stop', title: 'Stop', done: 'Stop of the channel accepted' },
  danger: true,
})

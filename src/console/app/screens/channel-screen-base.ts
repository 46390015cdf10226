/** The columns, actions and types that the channel screens share. */

import { t } from '../../../ui/text/t.ts'
import { buildAction, buildEnumColumn, buildType, descriptionColumn } from './build-screen.ts'
import type { ObjectColumn, ObjectType } from './object-screen.ts'

const typeNames: Readonly<Record<string, string>> = {
  SDR: t('Sender'),
  SVR: t('Server'),
  RCVR: t('Receiver'),
  RQSTR: t('Requester'),
  CLUSSDR: t('Cluster sender'),
  CLUSRCVR: t('Cluster receiver'),
  SVRCONN: t('Server connection'),
  CLNTCONN: t('Client connection'),
  AMQP: 'AMQP',
}

const statusNames: Readonly<Record<string, string>> = {
  '': t('Inactive'),
  BINDING: t('Connecting'),
  INITIALIZING: t('Starting'),
  PAUSED: t('Waits after an error of a message'),
  REQUESTING: t('Asks the partner to start'),
  RETRYING: t('Tries again: the partner does not respond'),
  RUNNING: t('Running'),
  STARTING: t('Starting'),
  STOPPED: t('Stopped'),
  STOPPING: t('Stopping'),
  SWITCHING: t('Changes its transmission queue'),
}

const status: ObjectColumn = {
  id: 'status',
  title: t('Status'),
  keyword: 'status',
  live: true,
  readValue: (row) => findChannelStatusText(String(row.status.status ?? '')),
}

/** Returns the words for a status of DISPLAY CHSTATUS; empty text is an inactive channel. */
export function findChannelStatusText(status: string): string {
  return statusNames[status] ?? status
}

/** The members that every channel screen has. */
export const channelScreenBase = {
  kind: 'channel',
  typeKey: 'chltype',
  status: { qualifier: 'chstatus', key: 'channel' },
  columns: [
    buildEnumColumn('chltype', t('Type'), typeNames),
    status,
    { id: 'conname', title: t('Connection name'), keyword: 'conname' },
    { id: 'xmitq', title: t('Transmission queue'), keyword: 'xmitq', optional: true },
    { id: 'mcauser', title: t('User'), keyword: 'mcauser', optional: true },
    { id: 'maxinst', title: t('Maximum instances'), keyword: 'maxinst', numeric: true, optional: true },
    { id: 'maxmsgl', title: t('Maximum message length'), keyword: 'maxmsgl', numeric: true, optional: true },
    { id: 'sslciph', title: t('Cipher'), keyword: 'sslciph', optional: true },
    { id: 'cluster', title: t('Cluster'), keyword: 'cluster', optional: true },
    descriptionColumn,
  ] as readonly ObjectColumn[],
} as const

export function buildChannelType(
  name: string,
  summary: string,
  basics: readonly string[],
  required: readonly string[] = [],
): ObjectType {
  const parameters = { chltype: name }
  return buildType(name, typeNames[name] ?? name, summary, basics, { qualifier: 'channel', parameters, required })
}

export const startChannelAction = buildAction('channel', {
  id: 'start',
  title: t('Start'),
  done: t('Start of the channel accepted'),
})

export const stopChannelAction = buildAction('channel', {
  id: 'stop',
  title: t('Stop'),
  done: t('Stop of the channel accepted'),
  danger: true,
  ways: [
    { id: 'QUIESCE', text: t('After the current batch'), parameters: { mode: 'QUIESCE' } },
    {
      id: 'INACTIVE',
      text: t('After the current batch; a trigger or a new connection may start it again'),
      parameters: { mode: 'QUIESCE', status: 'INACTIVE' },
    },
    { id: 'FORCE', text: t('At once, by force'), parameters: { mode: 'FORCE' } },
    { id: 'TERMINATE', text: t('At once, and end its thread or process'), parameters: { mode: 'TERMINATE' } },
  ],
})

/** The columns, actions and types that the channel screens share. */
import { t } from '../../../../../shared/ui/text/t.ts'
import { buildAction, buildEnumColumn, buildType, descriptionColumn } from './build-screen.ts'
import { channelStateWords, findChannelStatusText } from './channel-texts.ts'
import type { ObjectColumn, ObjectRow, ObjectTab, ObjectType } from './object-screen.ts'

export const channelTypeNames: Readonly<Record<string, string>> = {
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

function stateOf({ status }: ObjectRow): string {
  return String(status.status ?? '')
}

const status: ObjectColumn = {
  id: 'status',
  title: t('Status'),
  keyword: 'status',
  live: true,
  readValue: (row) => findChannelStatusText(stateOf(row)),
  findColour: (row) => channelStateWords[stateOf(row)]?.[1] ?? 'gray',
}

/** The members that every channel screen has. */
export const channelScreenBase = {
  kind: 'channel',
  typeKey: 'chltype',
  status: { qualifier: 'chstatus', key: 'channel' },
  tabs: (): readonly ObjectTab[] => ['channel', 'properties', 'authority'],
  columns: [
    buildEnumColumn('chltype', t('Type'), channelTypeNames),
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
  return buildType(name, channelTypeNames[name] ?? name, summary, basics, {
    qualifier: 'channel',
    parameters,
    required,
  })
}

export const startChannelAction = buildAction('channel', {
  id: 'start',
  title: t('Start'),
  done: t('Start of the channel accepted'),
  explanation: t('Connects to the partner. A channel that was stopped may begin sessions again.'),
  findObstacle: (row) => !['', 'STOPPED'].includes(stateOf(row)) && t('It is started already.'),
})

export const stopChannelAction = buildAction('channel', {
  id: 'stop',
  title: t('Stop'),
  done: t('Stop of the channel accepted'),
  danger: true,
  explanation: t('Ends the session. The channel stays stopped until it is started, also after a restart.'),
  findObstacle: (row) => stateOf(row) === 'STOPPED' && t('It is stopped already.'),
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

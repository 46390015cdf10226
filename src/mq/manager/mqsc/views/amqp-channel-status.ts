/** DISPLAY CHSTATUS of AMQP channels: one row for each channel, with CLIENTID one for each client. */
import { choiceType, integerType, textType } from '../../objects/definitions/attribute-types.ts'
import type { ChannelStatus, ObjectRecord } from '../../types/services.ts'
import { type CommandContext, textArgument } from '../command/command.ts'
import type { DisplayColumnSpec, DisplayRow, DisplayValues } from '../command/display.ts'
import { matchesGeneric } from '../language/generic-name.ts'
import type { ArgumentSpec } from '../language/grammar.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'

const count = integerType(0, Number.MAX_SAFE_INTEGER)
const clientId = textType(256)
const channelTypes = ['SDR', 'SVR', 'RCVR', 'RQSTR', 'CLUSSDR', 'CLUSRCVR', 'SVRCONN', 'AMQP']

export const amqpStatusArguments: readonly ArgumentSpec[] = [
  { keyword: 'CHLTYPE', value: choiceType(...channelTypes) },
  { keyword: 'CLIENTID', value: clientId },
]

/** The columns that only this form of the command has. */
export const amqpStatusColumns: readonly DisplayColumnSpec[] = [
  { keyword: 'CONNS', value: count },
  { keyword: 'CLIENTID', value: clientId },
  { keyword: 'CLNTUSER', value: textType(64) },
  { keyword: 'AMQPKA', value: count },
  { keyword: 'MSGSNT', value: count },
  { keyword: 'MSGRCVD', value: count },
  { keyword: 'PROTOCOL', value: choiceType('AMQP') },
]

/** Returns whether a command requests this form. */
export function requestsAmqpStatus(call: CommandContext): boolean {
  return textArgument(call, 'CHLTYPE') === 'AMQP' || textArgument(call, 'CLIENTID') !== undefined
}

/** Returns the rows of one AMQP channel. A channel that is not started has none. */
export function buildAmqpStatusRows(
  call: CommandContext,
  { name }: ObjectRecord,
  statuses: readonly ChannelStatus[],
): DisplayRow[] {
  const [first] = statuses
  if (!first) return []
  const head = { CHANNEL: name, CHLTYPE: 'AMQP' }
  const pattern = textArgument(call, 'CLIENTID')
  if (pattern === undefined) {
    const clients = statuses.filter(({ client }) => client)
    return [{ values: { ...head, STATUS: first.state, CONNS: clients.length } }]
  }
  return statuses
    .filter(({ client }) => client && matchesGeneric(pattern, client.clientId))
    .map((status) => ({ values: { ...head, ...readClient(status) } }))
}

function readClient({ client, ...status }: ChannelStatus): DisplayValues {
  return {
    STATUS: status.state,
    CONNAME: status.connectionName,
    MCAUSER: status.userId,
    CHSTADA: renderDate(status.startedAt),
    CHSTATI: renderTime(status.startedAt),
    LSTMSGDA: renderDate(status.lastMessageAt),
    LSTMSGTI: renderTime(status.lastMessageAt),
    CLIENTID: client?.clientId,
    CLNTUSER: client?.clientUser,
    AMQPKA: client?.keepAliveMs,
    MSGSNT: client?.messagesSent,
    MSGRCVD: client?.messagesReceived,
    PROTOCOL: 'AMQP',
  }
}

/** Takes PCF messages from SYSTEM.ADMIN.* queues. */
import { decodePcfMessage, type PcfParameter } from '../../../../src/mq/manager/pcf/decode.ts'
import { findCommandName, findParameterName } from '../../../../src/mq/manager/pcf/names.ts'
import type { Connection } from '../../../../src/mq/manager/types/connection.ts'

export type Values = { [name: string]: PcfParameter['value'] | Values }

export interface AdminMessage {
  command: string
  format: string
  sequence: number
  isLast: boolean
  /** The parameters by name; groups of one name are a list. */
  values: Values
  groups: Values[]
}

export async function takeAdminMessages(connection: Connection, queue: string): Promise<AdminMessage[]> {
  const found: AdminMessage[] = []
  for (let message = await connection.get(queue); message; message = await connection.get(queue)) {
    const { command, sequence, isLast, parameters } = decodePcfMessage(message.body)
    found.push({
      format: message.format,
      command: findCommandName(command) ?? String(command),
      sequence,
      isLast,
      values: named(parameters.filter(({ isGroup }) => !isGroup)),
      groups: parameters.filter(({ isGroup }) => isGroup).map(({ value }) => named(value as readonly PcfParameter[])),
    })
  }
  return found
}

function named(parameters: readonly PcfParameter[]): Values {
  return Object.fromEntries(parameters.map(({ id, value }) => [findParameterName(id) ?? String(id), value]))
}

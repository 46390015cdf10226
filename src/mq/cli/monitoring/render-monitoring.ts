/** Renders statistics and accounting messages as `amqsmon` does. */
import { findCommandName, findParameterName, type PcfMessage, type PcfParameter } from '../../manager/index.ts'
import names from './names.json' with { type: 'json' }

/** The field names of statistics and accounting data in the documentation of IBM MQ, by parameter. */
const fieldNames: Readonly<Record<string, string>> = names.fields

/** The names of enumerated values, by the parameter that has them. */
const valueNames: Readonly<Record<string, Readonly<Record<number, string>>>> = names.values

/** The types of data, by the PCF command of the message. */
export const monitoringTypes: Readonly<Record<string, string>> = {
  MQCMD_STATISTICS_MQI: 'MQIStatistics',
  MQCMD_STATISTICS_Q: 'QueueStatistics',
  MQCMD_STATISTICS_CHANNEL: 'ChannelStatistics',
  MQCMD_ACCOUNTING_MQI: 'MQIAccounting',
  MQCMD_ACCOUNTING_Q: 'QueueAccounting',
}

export interface MonitoringFilter {
  /** The name of the queue or channel whose groups are printed; undefined for all. */
  readonly name: string | undefined
  /** The fields that are printed; undefined for all. */
  readonly fields: ReadonlySet<string> | undefined
}

export function findMonitoringType({ command }: PcfMessage): string | undefined {
  return monitoringTypes[findCommandName(command) ?? '']
}

/** Returns undefined for a message without the queue or channel of the filter. */
export function renderMonitoring(message: PcfMessage, filter: MonitoringFilter): string | undefined {
  const groups = message.parameters.filter((each) => each.isGroup && isMeant(each, filter))
  if (filter.name !== undefined && groups.length === 0) return undefined
  const fields = message.parameters.filter(({ isGroup }) => !isGroup)
  return [
    `MonitoringType: ${findMonitoringType(message)}\n`,
    renderFields(fields, '', filter),
    ...groups.map(
      (group, place) =>
        `${findName(group)}: ${place}\n${renderFields(group.value as readonly PcfParameter[], '  ', filter)}`,
    ),
    '\n',
  ].join('')
}

function isMeant({ value }: PcfParameter, { name }: MonitoringFilter): boolean {
  if (name === undefined) return true
  const [identity] = value as readonly PcfParameter[]
  return identity?.value === name
}

function renderFields(parameters: readonly PcfParameter[], indent: string, { fields }: MonitoringFilter) {
  return parameters
    .filter((each) => fields?.has(findName(each)) ?? true)
    .map((each) => `${indent}${findName(each)}: ${renderValue(each)}\n`)
    .join('')
}

function findName({ id }: PcfParameter): string {
  const constant = findParameterName(id)
  return (constant && fieldNames[constant]) ?? constant ?? String(id)
}

function renderValue({ id, value }: PcfParameter): string {
  if (Buffer.isBuffer(value)) return `x'${value.toString('hex')}'`
  if (Array.isArray(value)) return `[${value.join(', ')}]`
  if (typeof value === 'string') return `'${value}'`
  return valueNames[findParameterName(id) ?? '']?.[Number(value)] ?? String(value)
}

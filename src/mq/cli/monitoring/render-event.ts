/** Renders event messages as `amqsevt` does: as text, or as JSON with the same words. */
import {
  decodePcfMessage,
  findCommandName,
  findParameterName,
  type Message,
  type PcfParameter,
} from '../../manager/index.ts'
import names from './names.json' with { type: 'json' }

/** The names of enumerated values, by the parameter that has them. */
const valueNames: Readonly<Record<string, Readonly<Record<number, string>>>> = names.values

/** The reasons of events: MQRC_* without the prefix. */
const eventReasons: Readonly<Record<number, string>> = names.eventReasons

export type EventFormat = 'text' | 'json' | 'json_compact'

export interface EventSource {
  readonly queue: string
  readonly manager: string
  /** The place of the message in the output, from 1. */
  readonly number: number
}

/** Throws an `Error` for a message that is not in PCF. */
export function renderEvent(message: Message, source: EventSource, format: EventFormat): string {
  const event = readEvent(message)
  if (format === 'text') return renderText(event, message, source)
  const value = toJson(event, message, source)
  return `${format === 'json' ? JSON.stringify(value, undefined, 2) : JSON.stringify(value)}\n`
}

interface Event {
  readonly type: { readonly name: string; readonly value: number }
  readonly reason: { readonly name: string; readonly value: number }
  readonly parameters: readonly PcfParameter[]
}

function readEvent({ body }: Message): Event {
  const { command, reasonCode, parameters } = decodePcfMessage(body)
  const type = findCommandName(command)?.replace(/^MQCMD_/, '')
  const reason = eventReasons[reasonCode]
  return {
    type: { name: type ? renderWords(type) : 'Unknown', value: command },
    reason: { name: reason ? renderWords(reason) : 'Unknown', value: reasonCode },
    parameters,
  }
}

const labelWidth = 30

function renderText({ type, reason, parameters }: Event, message: Message, source: EventSource): string {
  const created = new Date(message.putAt).toISOString()
  const line = (indent: string, label: string, value: string) => `${(indent + label).padEnd(labelWidth)} : ${value}\n`
  const lines = (values: readonly PcfParameter[], indent: string): string =>
    values
      .map((parameter) =>
        parameter.isGroup
          ? `${indent}${renderName(parameter)}\n${lines(parameter.value as readonly PcfParameter[], `${indent}  `)}`
          : line(indent, renderName(parameter), renderValue(parameter)),
      )
      .join('')
  return [
    `**** Message #${source.number} (${message.body.length} Bytes) on Queue ${source.queue} ****\n`,
    line('', 'Event Type', `${type.name} [${type.value}]`),
    line('', 'Reason', `${reason.name} [${reason.value}]`),
    line('', 'Event created', `${created.slice(0, 10).replaceAll('-', '/')} ${created.slice(11, 22)} GMT`),
    `${lines(parameters, '  ')}\n`,
  ].join('')
}

function toJson({ type, reason, parameters }: Event, { putAt }: Message, source: EventSource): object {
  return {
    eventSource: { objectName: source.queue, objectType: 'Queue', queueMgr: source.manager },
    eventType: type,
    eventReason: reason,
    eventCreation: { timeStamp: `${new Date(putAt).toISOString().slice(0, 19)}Z`, epoch: Math.floor(putAt / 1000) },
    eventData: toMembers(parameters),
  }
}

function toMembers(parameters: readonly PcfParameter[]): object {
  return Object.fromEntries(
    parameters.map((parameter) => [
      toCamelCase(renderName(parameter)),
      parameter.isGroup
        ? toMembers(parameter.value as readonly PcfParameter[])
        : typeof parameter.value === 'number' && !findValueName(parameter)
          ? parameter.value
          : renderValue(parameter),
    ]),
  )
}

/** Returns the name without its prefix, in words: `Queue Mgr Name`. */
function renderName({ id }: PcfParameter): string {
  const name = findParameterName(id)
  return name ? renderWords(name.replace(/^MQ[A-Z]+(64)?_/, '')) : `Parameter ${id}`
}

function renderValue(parameter: PcfParameter): string {
  const { value } = parameter
  if (Buffer.isBuffer(value)) return value.toString('hex').toUpperCase()
  if (Array.isArray(value)) return value.join(', ')
  return findValueName(parameter) ?? String(value)
}

function findValueName({ id, value }: PcfParameter): string | undefined {
  return valueNames[findParameterName(id) ?? '']?.[Number(value)]
}

function toCamelCase(words: string): string {
  const joined = words.replaceAll(' ', '')
  return joined.charAt(0).toLowerCase() + joined.slice(1)
}

/** Renders the name of a constant in words: `Q_MGR_NAME` becomes `Queue Mgr Name`. */
export function renderWords(constant: string): string {
  return constant
    .split('_')
    .map((word) => (word === 'Q' ? 'Queue' : word.charAt(0) + word.slice(1).toLowerCase()))
    .join(' ')
}

/** Parses the messages on the command queue: any program that may put there can put anything. */
import { isTimeZone } from '../../lib/time/zoned-time.ts'
import type { AgentCommand } from '../types/command.ts'
import { repeatUnits, timeBases } from '../types/request.ts'

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isObject: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isBoolean: Check = (value) => typeof value === 'boolean'
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const isOneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string)
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const isOptional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 1

/** The required members of objects, by their path. */
type Members = Readonly<Record<string, Check>>

const agentMembers: Members = { name: isText, qmgrName: isText }

const requestMembers: Members = {
  jobName: isText,
  priority: isNumber,
  metadata: isObject,
  conditions: isListOf(isObject),
  recoveryTimeoutSeconds: isOptional(isNumber),
  originator: isObject,
}

const itemMembers: Members = {
  mode: isOneOf('binary', 'text'),
  checksum: isOneOf('md5', 'sha256', 'none'),
  source: isObject,
  destination: isObject,
}

const sourceMembers: Members = {
  type: isOneOf('file', 'directory', 'queue'),
  name: isText,
  recursive: isBoolean,
  disposition: isOneOf('leave', 'delete'),
}

const destinationMembers: Members = {
  type: isOneOf('file', 'directory', 'queue'),
  name: isText,
  actionIfExists: isOneOf('error', 'overwrite'),
}

const scheduleMembers: Members = {
  startTime: isText,
  timeBase: isOneOf(...timeBases),
  timeZone: isOptional((value) => isText(value) && isTimeZone(value as string)),
  repeat: isOptional(isObject),
}

const repeatMembers: Members = {
  every: isCount,
  unit: isOneOf(...repeatUnits),
  count: isOptional(isCount),
  endTime: isOptional(isText),
}

/** The required members of each type of command. */
const commandMembers: { readonly [Type in AgentCommand['type']]: Members } = {
  transfer: { request: isObject },
  cancelTransfer: { id: isText },
  deleteSchedule: { id: isText },
  createMonitor: { definition: isObject },
  deleteMonitor: { name: isText },
  startMonitor: { name: isText },
  stopMonitor: { name: isText },
  ping: {},
}

/** Parses a command. Throws an `Error` that says what is wrong. */
export function parseAgentCommand(body: Buffer): AgentCommand {
  const command = JSON.parse(body.toString('utf8')) as AgentCommand
  if (!isObject(command) || !Object.hasOwn(commandMembers, command.type))
    throw new Error(`there is no command "${command?.type}"`)
  checkMembers(command, command.type, commandMembers[command.type])
  if (command.type === 'transfer') {
    checkRequest(command.request, 'request')
    if (command.schedule !== undefined) checkSchedule(command.schedule)
  }
  if (command.type === 'createMonitor') checkRequest(command.definition.task, 'definition.task')
  return command
}

function checkRequest(request: unknown, path: string): void {
  checkMembers(request, path, requestMembers)
  const { sourceAgent, destinationAgent, items } = request as Record<string, unknown>
  checkMembers(sourceAgent, `${path}.sourceAgent`, agentMembers)
  checkMembers(destinationAgent, `${path}.destinationAgent`, agentMembers)
  if (!Array.isArray(items) || items.length === 0) throw new Error(`${path}.items must be a list of at least one item`)
  for (const [index, item] of items.entries()) {
    const at = `${path}.items[${index}]`
    checkMembers(item, at, itemMembers)
    checkMembers(item.source, `${at}.source`, sourceMembers)
    checkMembers(item.destination, `${at}.destination`, destinationMembers)
  }
}

function checkSchedule(schedule: unknown): void {
  checkMembers(schedule, 'schedule', scheduleMembers)
  const { repeat } = schedule as { repeat?: unknown }
  if (repeat !== undefined) checkMembers(repeat, 'schedule.repeat', repeatMembers)
}

function checkMembers(value: unknown, path: string, members: Members): void {
  if (!isObject(value)) throw new Error(`${path} is missing or is not an object`)
  for (const [name, check] of Object.entries(members)) {
    const member = (value as Record<string, unknown>)[name]
    if (!check(member)) throw new Error(`${path}.${name} is missing or not valid`)
  }
}

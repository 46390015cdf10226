/**
 * Parses the messages on the command queue, where programs can put anything, and checks the authority of their users:
 * with `authorityChecking=true` in `agent.properties`, the queues `SYSTEM.FTE.AUTH*` of an agent define which commands users
 * may send. The user of a command is the user of its message; `mqm`, the user of the product, may send every command.
 */
import { isJsonObject } from '../../../../../shared/lib/collections/json-object.ts'
import { MqError, type QueueManager } from '../../../../manager/index.ts'
import { isTimeZone } from '../../zoned-time.ts'
import type { AgentCommand } from '../types/command.ts'
import { parseAgentJson } from '../types/frame.ts'
import { type AuthorityQueueKind, agentQueueName, internalPrincipal } from '../types/names.ts'
import { repeatUnits, timeBases } from '../types/request.ts'

/** Throws an `Error` that names the path when the value is not valid. */
type Check = (value: unknown, path: string) => void

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 1

function check(isValid: (value: unknown) => boolean): Check {
  return (value, path) => {
    if (!isValid(value)) throw new Error(`${path} is missing or not valid`)
  }
}

const text = check((value) => typeof value === 'string')
const number = check((value) => typeof value === 'number' && Number.isFinite(value))
const count = check(isCount)
const anyObject = check(isJsonObject)
const oneOf = (...words: readonly string[]) => check((value) => words.includes(value as string))
const optional =
  (inner: Check): Check =>
  (value, path) => {
    if (value !== undefined) inner(value, path)
  }

/** An object with these members; others are not checked. */
function object(members: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    if (!isJsonObject(value)) throw new Error(`${path} is missing or is not an object`)
    for (const [name, member] of Object.entries(members)) member(value[name], `${path}.${name}`)
  }
}

function nonEmptyList(item: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value) || value.length === 0) throw new Error(`${path} must be a list of at least one item`)
    for (const [index, each] of value.entries()) item(each, `${path}[${index}]`)
  }
}

const agent = object({ name: text, qmgrName: text })
const place = { type: oneOf('file', 'directory', 'queue'), name: text }

const request = object({
  jobName: text,
  priority: number,
  metadata: anyObject,
  conditions: check((value) => Array.isArray(value) && value.every(isJsonObject)),
  recoveryTimeoutSeconds: optional(number),
  originator: anyObject,
  sourceAgent: agent,
  destinationAgent: agent,
  items: nonEmptyList(
    object({
      mode: oneOf('binary', 'text'),
      checksum: oneOf('md5', 'sha256', 'none'),
      source: object({
        ...place,
        recursive: check((value) => typeof value === 'boolean'),
        disposition: oneOf('leave', 'delete'),
      }),
      destination: object({ ...place, actionIfExists: oneOf('error', 'overwrite') }),
    }),
  ),
})

const schedule = object({
  startTime: text,
  timeBase: oneOf(...timeBases),
  timeZone: optional(check((value) => typeof value === 'string' && isTimeZone(value))),
  repeat: optional(
    object({ every: count, unit: oneOf(...repeatUnits), count: optional(count), endTime: optional(text) }),
  ),
})

/** The members of each type of command, besides the type. */
const commands: { readonly [Type in AgentCommand['type']]: Readonly<Record<string, Check>> } = {
  transfer: { request, schedule: optional(schedule) },
  cancelTransfer: { id: text },
  deleteSchedule: { id: text },
  createMonitor: { definition: object({ task: request }) },
  deleteMonitor: { name: text },
  startMonitor: { name: text },
  stopMonitor: { name: text },
  ping: {},
}

/** Parses a command. Throws an `Error` that says what is wrong. */
export function parseAgentCommand(body: Buffer): AgentCommand {
  const command = parseAgentJson(body) as AgentCommand
  if (!isJsonObject(command) || !Object.hasOwn(commands, command.type))
    throw new Error(`there is no command "${command?.type}"`)
  for (const [name, member] of Object.entries(commands[command.type]))
    member(command[name as never], `${command.type}.${name}`)
  return command
}

/** The authority of a queue; undefined for a command that every user may send. */
type Right = readonly [queue: AuthorityQueueKind, authority: 'BROWSE' | 'PUT' | 'SET'] | undefined

/** What each command needs. */
const rights: { readonly [Type in AgentCommand['type']]: Right } = {
  transfer: ['AUTHTRN1', 'BROWSE'],
  cancelTransfer: ['AUTHOPS1', 'BROWSE'],
  deleteSchedule: ['AUTHOPS1', 'PUT'],
  createMonitor: ['AUTHMON1', 'BROWSE'],
  deleteMonitor: ['AUTHOPS1', 'SET'],
  startMonitor: ['AUTHOPS1', 'SET'],
  stopMonitor: ['AUTHOPS1', 'SET'],
  ping: undefined,
}

/** Returns why a user may not send a command, or undefined. */
export async function findMissingAuthority(
  manager: QueueManager,
  agent: string,
  command: AgentCommand,
  userId: string,
): Promise<string | undefined> {
  const isScheduled = command.type === 'transfer' && command.schedule
  const right: Right = isScheduled ? ['AUTHSCH1', 'BROWSE'] : rights[command.type]
  if (!right || userId === internalPrincipal.name) return undefined
  const [kind, authority] = right
  const queue = agentQueueName(kind, agent)
  if (await holdsAuthority(manager, userId, queue, authority)) return undefined
  return `BFGSS0025E: the user ${userId} needs the authority ${authority} on the queue ${queue}.`
}

async function holdsAuthority(manager: QueueManager, userId: string, queue: string, authority: string) {
  try {
    const user = { name: userId, groups: [], privileged: false }
    const connection = manager.connect(user, { name: 'authority check', isSystem: true })
    const isHeld = connection.holdsAuthority('QUEUE', queue, authority)
    await connection.close()
    return isHeld
  } catch (error) {
    if (error instanceof MqError && error.reasonCode === notAuthorized) return false
    throw error
  }
}

const notAuthorized = 2035

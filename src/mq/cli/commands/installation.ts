/** The commands that create and delete queue managers, and make those of other machines known: `crtmqm`, `dltmqm`, `addmqinf`, `rmvmqinf`. */
import { hideCredentials } from '../../../shared/lib/output/hide-credentials.ts'
import type { Installation, MqError, QueueManager } from '../../manager/index.ts'
import { commandResult, exitStatuses, MqCommandError, successResult } from '../../runtime/index.ts'
import { controlCommand, lastValue, type ParsedOptions, quietOption } from '../common/options.ts'
import { findQueueManager } from './queue-managers.ts'

const reason = [
  'Sluice keeps objects and messages in one database with checksums; there is no log to replay and so no media image.',
  'To back up queue managers, use sluice backup. To keep definitions, use dmpmqcfg.',
]

const imageArguments = {
  usage: '[-m QMgrName] [-t ObjectType] [ObjectName]',
  positionals: { min: 0, max: 1 },
  options: {
    '-m': { value: 'QMgrName', help: 'accepted' },
    '-t': { value: 'ObjectType', help: 'accepted' },
    ...quietOption,
  },
}

/** Succeeds, so that scheduled scripts of other installations continue. */
export const rcdmqimg = controlCommand({
  name: 'rcdmqimg',
  summary: 'record a media image: succeeds without an effect, because none is needed',
  ...imageArguments,
  async run() {
    return commandResult(0, 'rcdmqimg: no media image is recorded, because none is needed.', ...reason)
  },
})

/** Fails, because an object is not made again. */
export const rcrmqobj = controlCommand({
  name: 'rcrmqobj',
  summary: 'make an object again from a media image: fails, because there is none',
  ...imageArguments,
  async run() {
    const lines = ['rcrmqobj: there is no media image from which an object could be made again.', ...reason]
    return { ...commandResult(exitStatuses.unexpected), stderr: lines.map((line) => `${line}\n`).join('') }
  },
})

/** The options of crtmqm that set an attribute of the queue manager, and the lowest value of those that are numbers. */
const managerAttributes: Readonly<Record<string, { keyword: string; value: string; min?: number; help: string }>> = {
  '-u': { keyword: 'DEADQ', value: 'QName', help: 'the dead-letter queue' },
  '-d': { keyword: 'DEFXMITQ', value: 'QName', help: 'the default transmission queue' },
  '-h': { keyword: 'MAXHANDS', value: 'Number', min: 1, help: 'the handles that a connection may have' },
  '-t': { keyword: 'TRIGINT', value: 'Number', min: 0, help: 'the trigger interval in milliseconds' },
  '-x': { keyword: 'MAXUMSGS', value: 'Number', min: 1, help: 'the messages that a unit of work may have' },
}

const noLog = 'queue managers have a database and no log of extents'
const logOptions = {
  '-lc': { help: 'accepted: circular logging', inert: noLog },
  '-ll': { help: 'accepted: linear logging', inert: noLog },
  '-ld': { value: 'Folder', help: 'accepted: the folder of the log', inert: noLog },
  '-lf': { value: 'Pages', help: 'accepted: the size of log files', inert: noLog },
  '-lp': { value: 'Number', help: 'accepted: the number of primary log files', inert: noLog },
  '-ls': { value: 'Number', help: 'accepted: the number of secondary log files', inert: noLog },
} as const

export const crtmqm = controlCommand({
  name: 'crtmqm',
  summary: 'create a queue manager without starting it',
  usage: '[-q] [-c Text] [-u QName] [-d QName] [-h Number] [-t Number] [-x Number] [-md URL] QMgrName',
  options: {
    '-q': { help: 'make it the default queue manager' },
    '-c': { value: 'Text', help: 'the description of the queue manager' },
    '-md': { value: 'URL', help: 'store it in this PostgreSQL database, which machines can share' },
    ...managerAttributes,
    '-p': { value: 'Port', help: 'accepted', inert: 'DEFINE LISTENER … PORT(…) CONTROL(QMGR) makes a listener' },
    ...logOptions,
    ...quietOption,
  },
  positionals: { min: 1, max: 1 },

  async run(given, { installation }) {
    const name = given.positionals[0] as string
    requireUnknown(installation, name)
    const description = lastValue(given, '-c')
    const storeUrl = readStoreUrl(lastValue(given, '-md'), '-md')
    const isDefault = given.flags.has('-q')
    const options = { isDefault, description, storeUrl, attributes: readManagerAttributes(given) }
    const manager = await installation.create(name, options).catch((cause: Error & Partial<MqError>) => {
      if (cause.reasonCode !== 2152) throw cause // MQRC_OBJECT_NAME_ERROR
      throw new MqCommandError(36, `AMQ7077E: ${cause.message}`, { cause })
    })
    const association = `The queue manager is associated with installation '${installation.name}'.`
    return successResult(`IBM MQ queue manager '${manager.name}' created.`, association, 'Setup completed.')
  },
})

/** Returns the attributes that options set. Throws `MqCommandError` for a wrong name of a queue or a value out of range. */
function readManagerAttributes(given: ParsedOptions): Record<string, string | number> {
  const attributes: Record<string, string | number> = {}
  for (const [option, { keyword, min }] of Object.entries(managerAttributes)) {
    const text = lastValue(given, option)
    if (text === undefined) continue
    const isRight = min === undefined ? /^[\w./%]{1,48}$/.test(text) : /^\d{1,9}$/.test(text) && Number(text) >= min
    const accepted = min === undefined ? 'the name of a queue' : `a whole number from ${min} to 999999999`
    if (!isRight) throw new MqCommandError(exitStatuses.usage, `${option} must be ${accepted}, found "${text}"`)
    attributes[keyword] = min === undefined ? text : Number(text)
  }
  return attributes
}

/** Returns the URL. Throws `MqCommandError` when it does not name a PostgreSQL database. */
function readStoreUrl<T extends string | undefined>(url: T, option: string): T {
  if (url === undefined || /^postgres(ql)?:\/\//.test(url)) return url
  const text = `${option}: found ${hideCredentials(url)}; accepted is postgres://USER:PASSWORD@HOST:PORT/DATABASE`
  throw new MqCommandError(exitStatuses.usage, text)
}

const attributes = ['Name', 'DataPath']

export const addmqinf = controlCommand({
  name: 'addmqinf',
  summary: 'make a queue manager in a database known on this machine',
  usage: '-v Name=QMgrName -v DataPath=URL',
  options: {
    '-v': { value: 'Attribute=Value', help: 'Name=QMgrName and DataPath=URL; both are required' },
    ...quietOption,
  },

  async run({ values }, { installation }) {
    const given = readAttributes(values.get('-v') ?? [])
    const [name, url] = attributes.map((each) => given.get(each))
    if (!name || !url) throw new MqCommandError(exitStatuses.usage, '-v Name=… and -v DataPath=… are required')
    requireUnknown(installation, name)
    await installation.add(name, readStoreUrl(url, 'DataPath')).catch((cause: Error & Partial<MqError>) => {
      if (cause.reasonCode === undefined) throw cause
      throw new MqCommandError(exitStatuses.unknown, cause.message, { cause })
    })
    return successResult(`IBM MQ configuration information added: queue manager '${name}'.`)
  },
})

function readAttributes(given: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const each of given) {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(each) ?? []
    if (!attributes.includes(name)) {
      const text = `-v: found ${each.split('=')[0]}; accepted are ${attributes.join(' and ')}, as Attribute=Value`
      throw new MqCommandError(exitStatuses.usage, text)
    }
    found.set(name, value)
  }
  return found
}

const oneManager = { usage: 'QMgrName', options: quietOption, positionals: { min: 1, max: 1 } }

export const dltmqm = controlCommand({
  name: 'dltmqm',
  summary: 'delete a queue manager that has ended, with everything in it',
  ...oneManager,

  async run({ positionals: words }, { installation }) {
    const manager = findQueueManager(installation, words[0])
    requireEnded(manager)
    await installation.remove(manager.name)
    return successResult(`IBM MQ queue manager '${manager.name}' deleted.`)
  },
})

export const rmvmqinf = controlCommand({
  name: 'rmvmqinf',
  summary: 'forget a queue manager on this machine, and leave it in its database',
  ...oneManager,

  async run({ positionals: words }, { installation }) {
    const manager = findQueueManager(installation, words[0])
    const { name } = manager
    if (!manager.isShared) {
      const text = `queue manager '${name}' is stored in its folder on this machine; dltmqm deletes it`
      throw new MqCommandError(exitStatuses.usage, text)
    }
    requireEnded(manager)
    await installation.forget(name)
    return successResult(`IBM MQ configuration information removed: queue manager '${name}'.`)
  },
})

function requireEnded({ name, state }: QueueManager): void {
  if (state.startsWith('ended')) return
  throw new MqCommandError(exitStatuses.running, `AMQ5005E: IBM MQ queue manager '${name}' is running; end it first.`)
}

function requireUnknown(installation: Installation, name: string): void {
  if (!installation.find(name)) return
  throw new MqCommandError(exitStatuses.exists, `AMQ8110E: IBM MQ queue manager '${name}' already exists.`)
}

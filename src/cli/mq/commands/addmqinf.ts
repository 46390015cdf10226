/** `addmqinf`: makes a queue manager known on this machine that another machine has created in a database. */
import type { MqError } from '../../../qm/index.ts'
import {
  exitStatuses,
  type MqCommand,
  MqCommandError,
  type MqOptions,
  successResult,
} from '../../../runtime/mq/index.ts'
import { parseOptions, quietOption } from '../common/options.ts'
import { readStoreUrl } from './store-url.ts'

const options: MqOptions = {
  '-v': { value: 'Attribute=Value', help: 'Name=QMgrName and DataPath=URL; both are required' },
  ...quietOption,
}

const attributes = ['Name', 'DataPath']

export const addmqinf: MqCommand = {
  name: 'addmqinf',
  summary: 'make a queue manager in a database known on this machine',
  usage: '-v Name=QMgrName -v DataPath=URL',
  options,

  async run(args, { installation }) {
    const given = readAttributes(parseOptions(args, { options }).values.get('-v') ?? [])
    const [name, url] = attributes.map((each) => given.get(each))
    if (!name || !url) throw new MqCommandError(exitStatuses.usage, '-v Name=… and -v DataPath=… are required')
    if (installation.find(name)) {
      throw new MqCommandError(exitStatuses.exists, `AMQ8110E: IBM MQ queue manager '${name}' already exists.`)
    }
    await installation.add(name, readStoreUrl(url, 'DataPath')).catch((cause: Error & Partial<MqError>) => {
      if (cause.reasonCode === undefined) throw cause
      throw new MqCommandError(exitStatuses.unknown, cause.message, { cause })
    })
    return successResult(`IBM MQ configuration information added: queue manager '${name}'.`)
  },
}

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

/** The commands that start, end and display the MQ web server: `strmqweb`, `endmqweb`, `dspmqweb`. */
import { join } from 'node:path'
import { readRegularFileLater } from '../../../shared/lib/files/read-regular-file.ts'
import {
  commandResult,
  type MqCommand,
  MqCommandError,
  type MqCommandResult,
  type MqHost,
  type MqOptions,
  successResult,
} from '../../runtime/index.ts'
import type { PropertyName } from '../../web/index.ts'
import { controlCommand, parseOptions } from '../common/options.ts'

export const strmqweb = controlCommand({
  name: 'strmqweb',
  summary: 'start the MQ web server',
  usage: '',
  options: {},
  startsHost: true,

  async run(_, { web }) {
    if (web.running) return commandResult(1, 'Server mqweb is already running.')
    await web.start()
    return successResult('Starting server mqweb.', `Server mqweb started with process ID ${process.pid}.`)
  },
})

export const endmqweb = controlCommand({
  name: 'endmqweb',
  summary: 'end the MQ web server',
  usage: '',
  options: {},

  async run(_, { web }) {
    if (!web.running) return commandResult(1, 'Server mqweb is not running.')
    await web.stop()
    return successResult('Stopping server mqweb.', 'Server mqweb stopped.')
  },
})

const options: MqOptions = {
  '-u': { help: 'properties: those that are set; the default' },
  '-a': { help: 'properties: all' },
  '-t': { help: 'properties: as names and values; the default' },
  '-c': { help: 'properties: as commands that set them' },
  '-l': { help: 'accepted; nothing else is printed' },
}

export const dspmqweb: MqCommand = {
  name: 'dspmqweb',
  summary: 'print the status and the URLs of the MQ web server, or its properties',
  usage: '[status | properties [-u | -a] [-t | -c]]',
  verbs: { status: 'print the status and the URLs; the default', properties: 'print properties' },
  options,

  async run([what = 'status', ...rest], host) {
    if (what === 'status') return status(host)
    if (what === 'properties') return showProperties(rest, host)
    throw new MqCommandError(1, `MQWB1104E: "${what}" is not an argument of dspmqweb: use status or properties.`)
  },
}

function status({ web }: MqHost): MqCommandResult {
  if (!web.running) return successResult("MQWB1125I: Server 'mqweb' is not running.")
  const { urls: origins, paths } = web.running
  const urls = origins.flatMap((url) => paths.map((path) => `  ${url}${path}`))
  return successResult("MQWB1124I: Server 'mqweb' is running.", 'URLS:', ...urls)
}

/** Displays properties: `-u` those that are set, `-a` all; `-t` as names and values, `-c` as commands that set them. */
async function showProperties(args: readonly string[], host: MqHost): Promise<MqCommandResult> {
  const {
    propertyTable: properties,
    propertyNames,
    readAssignedProperties,
    settingsFileName: settingsFile,
  } = await import('../../web/index.ts')
  const { flags } = parseOptions(args, { options })
  const text = (await readRegularFileLater(join(host.settingsFolder, settingsFile))).toString()
  const source = { file: settingsFile, folder: host.settingsFolder, environment: host.environment }
  const assigned = readAssignedProperties(text, source)

  const names = flags.has('-a') ? propertyNames : propertyNames.filter((name) => assigned.has(name))
  const value = (name: PropertyName) => assigned.get(name) ?? properties[name].default
  const asCommand = (name: PropertyName) => `setmqweb properties -k ${name} -v "${value(name)}"`
  return successResult(...names.map((name) => (flags.has('-c') ? asCommand(name) : `${name}="${value(name)}"`)))
}

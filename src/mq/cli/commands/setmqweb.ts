/** `setmqweb properties`: sets properties of the MQ web server, which applies them while it runs. */
import { join } from 'node:path'
import { readRegularFileLater } from '../../../shared/lib/files/read-regular-file.ts'
import { type MqCommand, MqCommandError, type MqHost, type MqOptions, successResult } from '../../runtime/index.ts'
import { lastValue, type ParsedOptions, parseOptions } from '../common/options.ts'

const options: MqOptions = {
  '-r': { help: 'reset every property' },
  '-k': { value: 'Name', help: 'the property' },
  '-d': { help: 'remove the property, so that its default holds' },
  '-v': { value: 'Value', help: 'the value of the property' },
  '-l': { help: 'accepted; nothing else is printed' },
}

export const setmqweb: MqCommand = {
  name: 'setmqweb',
  summary: 'set properties of the MQ web server, which applies them while it runs',
  usage: 'properties {-r | -k Name {-d | -v Value}}',
  verbs: { properties: 'set or remove a property, or reset all' },
  options,

  async run([what, ...rest], host) {
    if (what !== 'properties') {
      const found = what === undefined ? 'the argument is missing' : `"${what}" is not an argument of setmqweb`
      throw new MqCommandError(1, `MQWB1104E: ${found}: use properties.`)
    }
    const given = parseOptions(rest, { options })
    await change(host, await readEdit(given))
    return successResult('MQWB1100I: The setmqweb command completed successfully.', ...(await findNote(given)))
  },
}

/** Returns a note when a property is stored but has no effect. */
async function findNote(options: ParsedOptions): Promise<string[]> {
  const { explainNoEffect: inertness, isPropertyName } = await mqweb()
  const name = lastValue(options, '-k') ?? ''
  const why = lastValue(options, '-v') !== undefined && isPropertyName(name) ? inertness(name) : undefined
  return why === undefined ? [] : [`Note: ${name} is kept and has no effect: ${why}.`]
}

type Edit = (text: string) => string

async function readEdit(options: ParsedOptions): Promise<Edit> {
  const { isPropertyName, propertyNames, removeProperty, resetProperties } = await mqweb()
  const [name, value] = [lastValue(options, '-k'), lastValue(options, '-v')]
  const { flags } = options
  if (flags.has('-r')) {
    if (name === undefined && value === undefined && !flags.has('-d')) return resetProperties
    throw new MqCommandError(1, 'MQWB1104E: -r stands alone.')
  }
  if (name === undefined) throw new MqCommandError(1, 'MQWB1102E: -r or -k is missing.')
  if (!isPropertyName(name)) {
    const { didYouMean } = await import('../../../shared/lib/output/suggest.ts')
    throw new MqCommandError(1, `MQWB1104E: there is no property "${name}"${didYouMean(name, propertyNames) || '.'}`)
  }
  if (flags.has('-d') === (value !== undefined)) {
    throw new MqCommandError(1, 'MQWB1101E: -k needs either -d or -v.')
  }
  return value === undefined ? (text) => removeProperty(text, name) : setting(name, value)
}

async function setting(name: Parameters<Mqweb['parseProperty']>[0], value: string): Promise<Edit> {
  const { parseProperty, setProperty } = await mqweb()
  try {
    // A value with a reference to a variable is checked with the whole file.
    if (!value.includes('$')) parseProperty(name, value)
  } catch (cause) {
    throw new MqCommandError(1, `MQWB1103E: ${(cause as Error).message}.`, { cause })
  }
  return (text) => setProperty(text, name, value)
}

/** Writes the changed file if it is valid, and makes a running server reload it. */
async function change({ settingsFolder, environment, web }: MqHost, edit: Edit): Promise<void> {
  const { settingsFileName: settingsFile, writeSettingsFile: writeSettings } = await mqweb()
  const text = (await readRegularFileLater(join(settingsFolder, settingsFile))).toString()
  await writeSettings(settingsFolder, edit(text), environment)
  await web.running?.reloadSettings()
}

type Mqweb = typeof import('../../web/index.ts')

/** Imports the module only in the process that runs the command: the one that forwards it starts faster. */
function mqweb(): Promise<Mqweb> {
  return import('../../web/index.ts')
}

/** `setmqweb properties`: sets properties of the MQ web server, which takes them into use while it runs. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { didYouMean } from '../../lib/suggest.ts'
import {
  isPropertyName,
  type PropertyName,
  parseProperty,
  propertyNames,
  removeProperty,
  resetProperties,
  setProperty,
  settingsFile,
  writeSettings,
} from '../../mqweb/index.ts'
import { CommandFailed, done, type Host, type MqCommand } from './command.ts'
import { lastValue, type Options, readOptions } from './options.ts'

export const setmqweb: MqCommand = {
  name: 'setmqweb',
  usage: 'properties {-r | -k Name {-d | -v Value}}',

  async run([what, ...rest], host) {
    if (what !== 'properties')
      throw new CommandFailed(1, `MQWB1104E: "${what ?? ''}" is not an argument of setmqweb.`)
    const options = readOptions(rest, { flags: ['-r', '-d', '-l'], values: ['-k', '-v'] })

    await change(host, edit(options))
    return done('MQWB1100I: The setmqweb command completed successfully.')
  },
}

type Edit = (text: string) => string

function edit(options: Options): Edit {
  const [name, value] = [lastValue(options, '-k'), lastValue(options, '-v')]
  const { flags } = options
  if (flags.has('-r')) {
    if (name === undefined && value === undefined && !flags.has('-d')) return resetProperties
    throw new CommandFailed(1, 'MQWB1104E: -r stands alone.')
  }
  if (name === undefined) throw new CommandFailed(1, 'MQWB1102E: -r or -k is missing.')
  if (!isPropertyName(name)) {
    throw new CommandFailed(
      1,
      `MQWB1104E: there is no property "${name}"${didYouMean(name, propertyNames) || '.'}`,
    )
  }
  if (flags.has('-d') === (value !== undefined)) {
    throw new CommandFailed(1, 'MQWB1101E: -k needs either -d or -v.')
  }
  return value === undefined ? (text) => removeProperty(text, name) : setting(name, value)
}

function setting(name: PropertyName, value: string): Edit {
  try {
    if (!value.includes('$')) parseProperty(name, value)
  } catch (cause) {
    throw new CommandFailed(1, `MQWB1103E: ${(cause as Error).message}.`, { cause })
  }
  return (text) => setProperty(text, name, value)
}

/** Writes the file anew, if it can still be read afterwards, and has a running server take it into use. */
async function change({ settingsFolder, environment, web }: Host, edit: Edit): Promise<void> {
  const text = await readFile(join(settingsFolder, settingsFile), 'utf8')
  await writeSettings(settingsFolder, edit(text), environment)
  await web.running?.reload()
}

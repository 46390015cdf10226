/** `crtmqm`: creates a queue manager without starting it. */
import type { MqError } from '../../../qm/index.ts'
import {
  exitStatuses,
  type MqCommand,
  MqCommandError,
  type MqOptions,
  successResult,
} from '../../../runtime/mq/index.ts'
import { lastValue, parseOptions, quietOption } from '../common/options.ts'
import { readStoreUrl } from './store-url.ts'

const options: MqOptions = {
  '-q': { help: 'make it the default queue manager' },
  '-c': { value: 'Text', help: 'the description of the queue manager' },
  '-md': { value: 'URL', help: 'store it in this PostgreSQL database, which machines can share' },
  ...quietOption,
}

export const crtmqm: MqCommand = {
  name: 'crtmqm',
  summary: 'create a queue manager without starting it',
  usage: '[-q] [-c Text] [-md URL] QMgrName',
  options,

  async run(args, { installation }) {
    const given = parseOptions(args, { options, positionals: { min: 1, max: 1 } })
    const name = given.positionals[0] as string
    if (installation.find(name)) {
      throw new MqCommandError(exitStatuses.exists, `AMQ8110E: IBM MQ queue manager '${name}' already exists.`)
    }

    const description = lastValue(given, '-c')
    const storeUrl = readStoreUrl(lastValue(given, '-md'), '-md')
    const manager = await installation
      .create(name, {
        isDefault: given.flags.has('-q'),
        ...(description === undefined ? {} : { description }),
        ...(storeUrl === undefined ? {} : { storeUrl }),
      })
      .catch((cause: Error & Partial<MqError>) => {
        if (cause.reasonCode !== 2152) throw cause // MQRC_OBJECT_NAME_ERROR
        throw new MqCommandError(36, `AMQ7077E: ${cause.message}`, { cause })
      })
    return successResult(
      `IBM MQ queue manager '${manager.name}' created.`,
      `The queue manager is associated with installation '${installation.name}'.`,
      'Setup completed.',
    )
  },
}

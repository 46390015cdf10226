/** `crtmqm`: creates a queue manager without starting it. */
import type { MqError } from '../../../qm/index.ts'
import { exitStatuses, type MqCommand, MqCommandError, successResult } from '../../../runtime/mq/index.ts'
import { lastValue, parseOptions } from './options.ts'

export const crtmqm: MqCommand = {
  name: 'crtmqm',
  usage: '[-q] [-c Text] QMgrName',

  async run(args, { installation }) {
    const options = parseOptions(args, {
      flags: ['-q', '-z'],
      values: ['-c'],
      positionals: { min: 1, max: 1 },
    })
    const name = options.positionals[0] as string
    if (installation.find(name)) {
      throw new MqCommandError(
        exitStatuses.exists,
        `AMQ8110E: IBM MQ queue manager '${name}' already exists.`,
      )
    }

    const description = lastValue(options, '-c')
    const manager = await installation
      .create(name, {
        isDefault: options.flags.has('-q'),
        ...(description === undefined ? {} : { description }),
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

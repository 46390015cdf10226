/** `crtmqm`: makes a queue manager. It is not started. */
import type { MqError } from '../../../qm/index.ts'
import { CommandFailed, done, type MqCommand, statuses } from '../../../runtime/mq/index.ts'
import { lastValue, readOptions } from './options.ts'

export const crtmqm: MqCommand = {
  name: 'crtmqm',
  usage: '[-q] [-c Text] QMgrName',

  async run(args, { installation }) {
    const options = readOptions(args, { flags: ['-q', '-z'], values: ['-c'], words: { min: 1, max: 1 } })
    const name = options.words[0] as string
    if (installation.find(name)) {
      throw new CommandFailed(statuses.exists, `AMQ8110E: IBM MQ queue manager '${name}' already exists.`)
    }

    const description = lastValue(options, '-c')
    const manager = await installation
      .create(name, {
        isDefault: options.flags.has('-q'),
        ...(description === undefined ? {} : { description }),
      })
      .catch((cause: Error & Partial<MqError>) => {
        if (cause.reasonCode !== 2152) throw cause // the name
        throw new CommandFailed(36, `AMQ7077E: ${cause.message}`, { cause })
      })
    return done(
      `IBM MQ queue manager '${manager.name}' created.`,
      `The queue manager is associated with installation '${installation.name}'.`,
      'Setup completed.',
    )
  },
}

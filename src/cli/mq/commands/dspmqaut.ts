/** `dspmqaut`: what a principal or a group may do with an object. */

import { done, type MqCommand, operator } from '../../../runtime/mq/index.ts'
import { readSubject, requireAccepted } from './authority.ts'
import { lastValue, readOptions } from './options.ts'
import { runningManager } from './queue-managers.ts'

export const dspmqaut: MqCommand = {
  name: 'dspmqaut',
  usage: '-m QMgrName [-n ObjectName] -t ObjectType (-p PrincipalName | -g GroupName)',

  async run(args, { installation }) {
    const options = readOptions(args, { values: ['-m', '-n', '-t', '-p', '-g'] })
    const { objectType, object, principals, groups } = readSubject(options)
    const manager = runningManager(installation, lastValue(options, '-m'))
    const [principal] = principals
    const [group] = groups

    const connection = manager.connect(operator, { name: 'dspmqaut' })
    try {
      const { responses } = await connection.commandJson({
        ...{ command: 'display', qualifier: 'entauth' },
        parameters: {
          objtype: objectType,
          ...(object === undefined ? {} : { objname: object }),
          ...(principal === undefined ? { group } : { principal }),
        },
      })
      requireAccepted(responses)
      const held = new Map(responses[0]?.attributes ?? []).get('AUTHLIST')
      const authorities = (Array.isArray(held) ? held : [String(held ?? '')])
        .filter((each) => each !== '' && each !== 'NONE')
        .map((each) => `\t${each.toLowerCase()}`)
      const entity = principal ?? group
      return done(
        `Entity ${entity} has the following authorizations for object ${object ?? manager.name}:`,
        ...authorities,
      )
    } finally {
      await connection.close()
    }
  },
}

/** `dspmqaut`: lists the authorities of a principal or a group on an object. */

import { type MqCommand, operatorPrincipal, successResult } from '../../../runtime/mq/index.ts'
import { checkCommandAccepted, readAuthoritySubject } from './authority.ts'
import { lastValue, parseOptions } from './options.ts'
import { findRunningQueueManager } from './queue-managers.ts'

export const dspmqaut: MqCommand = {
  name: 'dspmqaut',
  usage: '-m QMgrName [-n ObjectName] -t ObjectType (-p PrincipalName | -g GroupName)',

  async run(args, { installation }) {
    const options = parseOptions(args, { values: ['-m', '-n', '-t', '-p', '-g'] })
    const { objectType, object, principals, groups } = readAuthoritySubject(options)
    const manager = findRunningQueueManager(installation, lastValue(options, '-m'))
    const [principal] = principals
    const [group] = groups

    const connection = manager.connect(operatorPrincipal, { name: 'dspmqaut' })
    try {
      const { responses } = await connection.commandJson({
        ...{ command: 'display', qualifier: 'entauth' },
        parameters: {
          objtype: objectType,
          ...(object === undefined ? {} : { objname: object }),
          ...(principal === undefined ? { group } : { principal }),
        },
      })
      checkCommandAccepted(responses)
      const held = new Map(responses[0]?.attributes ?? []).get('AUTHLIST')
      const authorities = (Array.isArray(held) ? held : [String(held ?? '')])
        .filter((each) => each !== '' && each !== 'NONE')
        .map((each) => `\t${each.toLowerCase()}`)
      const entity = principal ?? group
      return successResult(
        `Entity ${entity} has the following authorizations for object ${object ?? manager.name}:`,
        ...authorities,
      )
    } finally {
      await connection.close()
    }
  },
}

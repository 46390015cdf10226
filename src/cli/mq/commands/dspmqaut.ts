/** `dspmqaut`: lists the authorities of a principal or a group on an object. */

import { type MqCommand, type MqOptions, operatorPrincipal, successResult } from '../../../runtime/mq/index.ts'
import { lastValue, managerOption, parseOptions } from '../common/options.ts'
import { checkCommandAccepted, readAuthoritySubject, subjectOptions } from './authority.ts'
import { findRunningQueueManager } from './queue-managers.ts'

const options: MqOptions = {
  ...managerOption,
  ...subjectOptions,
}

export const dspmqaut: MqCommand = {
  name: 'dspmqaut',
  summary: 'list the authorities of a principal or a group on an object',
  usage: '-m QMgrName [-n ObjectName] -t ObjectType (-p PrincipalName | -g GroupName)',
  options,

  async run(args, { installation }) {
    const given = parseOptions(args, { options })
    const { objectType, object, principals, groups } = readAuthoritySubject(given)
    const manager = findRunningQueueManager(installation, lastValue(given, '-m'))
    const [principal] = principals
    const [group] = groups

    const connection = manager.connect(operatorPrincipal, { name: 'dspmqaut' })
    try {
      const { responses } = await connection.commandJson({
        command: 'display',
        qualifier: 'entauth',
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

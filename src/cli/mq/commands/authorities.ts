/** `setmqaut` grants and revokes authorities of principals and groups; `dspmqaut` lists them. */
import {
  exitStatuses,
  type MqCommand,
  MqCommandError,
  type MqOptions,
  operatorPrincipal,
  successResult,
} from '../../../runtime/mq/index.ts'
import { controlCommand, lastValue, managerOption, parseOptions } from '../common/options.ts'
import { checkCommandAccepted, readAuthoritySubject, subjectOptions } from './authority.ts'
import { findRunningQueueManager } from './queue-managers.ts'

const authority = /^[+-](?!\w$)[a-z]+$/
const isOption = (word = '') => Object.hasOwn(options, word)

const options: MqOptions = {
  ...managerOption,
  ...subjectOptions,
  '-remove': { help: 'delete the whole profile of the users' },
}

export const setmqaut: MqCommand = {
  name: 'setmqaut',
  summary: 'grant authorities to principals and groups, and revoke them',
  usage:
    '-m QMgrName [-n Profile] -t ObjectType (-p PrincipalName | -g GroupName) ... (+Authority | -Authority | -remove) ...',
  options,

  async run(args, { installation }) {
    // A revoked authority, `-put`, looks like an option, so the authorities are separated first.
    const specified = args.filter((arg, at) => authority.test(arg) && !isOption(args[at - 1]))
    const given = parseOptions(
      args.filter((arg, at) => !authority.test(arg) || isOption(args[at - 1])),
      { options },
    )
    const { objectType, object, principals, groups } = readAuthoritySubject(given)
    if (specified.length === 0) throw new MqCommandError(150, 'AMQ7086E: the authorization specification is missing')

    await checkAuthorities(specified.filter((each) => each !== '-remove').map((each) => each.slice(1)))

    const manager = findRunningQueueManager(installation, lastValue(given, '-m'))
    const names = (sign: string) =>
      specified.filter((each) => each.startsWith(sign)).map((each) => each.slice(1).toUpperCase())
    const [added, removed] = [names('+'), names('-')]

    const removesProfile = specified.includes('-remove')
    if (removesProfile && specified.length > 1)
      throw new MqCommandError(
        exitStatuses.usage,
        '-remove deletes the whole profile of the users: give it without authorities',
      )

    const connection = manager.connect(operatorPrincipal, { name: 'setmqaut' })
    try {
      const { responses } = await connection.commandJson({
        command: removesProfile ? 'delete' : 'set',
        qualifier: 'authrec',
        parameters: {
          objtype: objectType,
          ...(object === undefined ? {} : { profile: object }),
          ...(principals.length > 0 ? { principal: principals } : {}),
          ...(groups.length > 0 ? { group: groups } : {}),
          ...(added.length > 0 ? { authadd: added } : {}),
          ...(removed.length > 0 && !removesProfile ? { authrmv: removed } : {}),
        },
      })
      checkCommandAccepted(responses)
    } finally {
      await connection.close()
    }
    return successResult('The setmqaut command completed successfully.')
  },
}

/** Rejects with `MqCommandError` for a word that is no authority. */
async function checkAuthorities(words: readonly string[]): Promise<void> {
  const { authorityNames } = await import('../../../qm/index.ts')
  const known = authorityNames.map((name) => name.toLowerCase())
  const unknown = words.find((word) => !known.includes(word))
  if (unknown === undefined) return
  const text = `"${unknown}" is no authority; accepted are ${known.join(', ')}, each after + or -`
  throw new MqCommandError(151, text) // invalid authorization specification
}

/** `dspmqaut`: lists the authorities of a principal or a group on an object. */
export const dspmqaut = controlCommand({
  name: 'dspmqaut',
  summary: 'list the authorities of a principal or a group on an object',
  usage: '-m QMgrName [-n ObjectName] -t ObjectType (-p PrincipalName | -g GroupName)',
  options: {
    ...managerOption,
    ...subjectOptions,
  },

  async run(given, { installation }) {
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
})

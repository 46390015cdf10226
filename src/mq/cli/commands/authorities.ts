/** `setmqaut` grants and revokes authorities of principals and groups; `dspmqaut` lists them. */
import {
  exitStatuses,
  type MqCommand,
  MqCommandError,
  type MqOptions,
  operatorPrincipal,
  successResult,
} from '../../runtime/index.ts'
import { controlCommand, lastValue, managerOption, type ParsedOptions, parseOptions } from '../common/options.ts'
import { findRunningQueueManager } from './queue-managers.ts'

/** The types of objects in MQSC by their names in the commands. */
const types: Readonly<Record<string, string>> = {
  authinfo: 'AUTHINFO',
  ...words('CHANNEL', 'channel', 'chl'),
  ...words('CLNTCONN', 'clntconn', 'clcn'),
  comminfo: 'COMMINFO',
  ...words('LISTENER', 'listener', 'lstr'),
  ...words('NAMELIST', 'namelist', 'nl'),
  ...words('PROCESS', 'process', 'prcs'),
  ...words('QUEUE', 'queue', 'q'),
  qmgr: 'QMGR',
  ...words('RQMNAME', 'rqmname', 'rqmn'),
  ...words('SERVICE', 'service', 'srvc'),
  ...words('TOPIC', 'topic', 'top'),
}

const subjectOptions: MqOptions = {
  '-n': { value: 'ObjectName', help: 'the object, or a generic profile of setmqaut' },
  '-t': { value: 'ObjectType', choices: Object.keys(types), help: 'the type of the object' },
  '-p': { value: 'PrincipalName', help: 'the principal' },
  '-g': { value: 'GroupName', help: 'the group' },
}

/** Reads `-t`, `-n`, `-p` and `-g`; the queue manager itself has no object. Throws `MqCommandError` with the exit status for a missing or wrong option. */
function readAuthoritySubject(options: ParsedOptions) {
  const type = lastValue(options, '-t')
  if (type === undefined) throw new MqCommandError(147, 'AMQ7083E: the object type is missing (-t)')
  const objectType = types[type]
  if (!objectType) {
    const text = `AMQ7084E: the object type must be one of ${Object.keys(types).join(', ')}, found "${type}"`
    throw new MqCommandError(148, text)
  }

  const object = lastValue(options, '-n')
  if (object === undefined && objectType !== 'QMGR') {
    throw new MqCommandError(146, 'AMQ7082E: the object name is missing (-n)')
  }
  checkLength('-n', object, 48)
  const principals = options.values.get('-p') ?? []
  const groups = options.values.get('-g') ?? []
  if (principals.length + groups.length === 0) {
    throw new MqCommandError(149, 'AMQ7085E: the entity name is missing (-p or -g)')
  }
  for (const principal of principals) checkLength('-p', principal, 64)
  for (const group of groups) checkLength('-g', group, 64)
  return { objectType, object: objectType === 'QMGR' ? undefined : object, principals, groups }
}

function checkLength(option: string, value: string | undefined, max: number): void {
  if (value === undefined || (value.length >= 1 && value.length <= max)) return
  throw new MqCommandError(exitStatuses.usage, `${option} takes a name of 1 to ${max} characters, found "${value}"`)
}

/** Throws `MqCommandError` with the messages of the queue manager when it rejected a command. */
function checkCommandAccepted(responses: readonly { completionCode: number; messages: readonly string[] }[]): void {
  const refused = responses.find(({ completionCode }) => completionCode === 2)
  if (refused) throw new MqCommandError(exitStatuses.unexpected, refused.messages.join('\n'))
}

function words(type: string, ...spellings: string[]): Record<string, string> {
  return Object.fromEntries(spellings.map((spelling) => [spelling, type]))
}

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
    const others = args.filter((arg, at) => !authority.test(arg) || isOption(args[at - 1]))
    const given = parseOptions(others, { options })
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

    await using connection = manager.connect(operatorPrincipal, { name: 'setmqaut' })
    const { responses } = await connection.commandJson({
      command: removesProfile ? 'delete' : 'set',
      qualifier: 'authrec',
      parameters: {
        objtype: objectType,
        profile: object,
        principal: principals.length > 0 ? principals : undefined,
        group: groups.length > 0 ? groups : undefined,
        authadd: added.length > 0 ? added : undefined,
        authrmv: removed.length > 0 && !removesProfile ? removed : undefined,
      },
    })
    checkCommandAccepted(responses)
    return successResult('The setmqaut command completed successfully.')
  },
}

/** Rejects with `MqCommandError` for a word that is no authority. */
async function checkAuthorities(words: readonly string[]): Promise<void> {
  const { authorityNames } = await import('../../manager/index.ts')
  const known = authorityNames.map((name) => name.toLowerCase())
  const unknown = words.find((word) => !known.includes(word))
  if (unknown === undefined) return
  const text = `"${unknown}" is no authority; accepted are ${known.join(', ')}, each after + or -`
  throw new MqCommandError(151, text) // invalid authorization specification
}

export const dspmqaut = controlCommand({
  name: 'dspmqaut',
  summary: 'list the authorities of a principal or a group on an object',
  usage: '-m QMgrName [-n ObjectName] -t ObjectType (-p PrincipalName | -g GroupName)',
  options: { ...managerOption, ...subjectOptions },

  async run(given, { installation }) {
    const { objectType, object, principals, groups } = readAuthoritySubject(given)
    const manager = findRunningQueueManager(installation, lastValue(given, '-m'))
    const [principal] = principals
    const [group] = groups

    await using connection = manager.connect(operatorPrincipal, { name: 'dspmqaut' })
    const { responses } = await connection.commandJson({
      command: 'display',
      qualifier: 'entauth',
      parameters: {
        objtype: objectType,
        objname: object,
        principal,
        group: principal === undefined ? group : undefined,
      },
    })
    checkCommandAccepted(responses)
    const held = new Map(responses[0]?.attributes ?? []).get('AUTHLIST')
    const authorities = (Array.isArray(held) ? held : [String(held ?? '')])
      .filter((each) => each !== '' && each !== 'NONE')
      .map((each) => `\t${each.toLowerCase()}`)
    const entity = principal ?? group
    const title = `Entity ${entity} has the following authorizations for object ${object ?? manager.name}:`
    return successResult(title, ...authorities)
  },
})

/** Reads which authorities of whom on what object `setmqaut` and `dspmqaut` are about. */
import { exitStatuses, MqCommandError, type MqOptions } from '../../../runtime/mq/index.ts'
import { lastValue, type ParsedOptions } from '../common/options.ts'

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

/** The options that `readAuthoritySubject` reads. */
export const subjectOptions: MqOptions = {
  '-n': { value: 'ObjectName', help: 'the object, or a generic profile of setmqaut' },
  '-t': { value: 'ObjectType', choices: Object.keys(types), help: 'the type of the object' },
  '-p': { value: 'PrincipalName', help: 'the principal' },
  '-g': { value: 'GroupName', help: 'the group' },
}

export interface AuthoritySubject {
  objectType: string
  /** The name of the object; undefined for the queue manager itself. */
  object: string | undefined
  principals: readonly string[]
  groups: readonly string[]
}

/** Reads `-t`, `-n`, `-p` and `-g`. Throws `MqCommandError` with the exit status for a missing or wrong option. */
export function readAuthoritySubject(options: ParsedOptions): AuthoritySubject {
  const type = lastValue(options, '-t')
  if (type === undefined) throw new MqCommandError(147, 'AMQ7083E: the object type is missing (-t)')
  const objectType = types[type]
  if (!objectType) {
    throw new MqCommandError(
      148,
      `AMQ7084E: the object type must be one of ${Object.keys(types).join(', ')}, found "${type}"`,
    )
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
export function checkCommandAccepted(
  responses: readonly { completionCode: number; messages: readonly string[] }[],
): void {
  const refused = responses.find(({ completionCode }) => completionCode === 2)
  if (refused) throw new MqCommandError(exitStatuses.unexpected, refused.messages.join('\n'))
}

function words(type: string, ...spellings: string[]): Record<string, string> {
  return Object.fromEntries(spellings.map((spelling) => [spelling, type]))
}

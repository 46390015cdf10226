/** Commands about the queue manager as a whole: PING, REFRESH, RESET, SET LOG, STOP CONN and START CHINIT. */
import {
  type AttributeType,
  choiceType,
  genericNameType,
  nameType,
  textType,
} from '../../objects/definitions/attribute-types.ts'
import { defaultInitiationQueue } from '../../types/network.ts'
import { textArgument } from '../command/command.ts'
import { managerCommand } from '../command/subject.ts'
import type { ArgumentSpec, CommandGrammar } from '../language/grammar.ts'
import { CommandError, type MessageId } from '../language/messages.ts'

/** Returns the grammar of a command without a name that takes one argument. */
function oneArgument(keyword: string, value: AttributeType, required = false): CommandGrammar {
  return { name: 'none', arguments: [{ keyword, value, required }] }
}

export const pingManager = managerCommand('DSP', { name: 'none', arguments: [] }, () => 'AMQ8415I')

export const stopConnection = managerCommand(
  'CHG',
  { name: 'required', nameValue: textType(16), arguments: [{ keyword: 'EXTCONN', value: textType(48) }] },
  ({ runtime, name, given }) => {
    const id = (name as string).toUpperCase()
    const wanted = given.get('EXTCONN')
    const connection = runtime.connections.list().find((each) => each.id === id)
    const isMeant = connection && (wanted === undefined || wanted === connection.extendedId)
    // 3174: MQRCCF_CONNECTION_ID_ERROR
    if (!isMeant || !runtime.connections.stop(id)) throw new CommandError('AMQ8404E', `there is no connection ${id}`)
    return 'AMQ8457I'
  },
)

const securityTypes: ArgumentSpec = { keyword: 'TYPE', value: choiceType('AUTHSERV', 'SSL', 'CONNAUTH', 'CLASSES') }

/** REFRESH SECURITY succeeds: authorities, certificates and passwords are not cached. */
export const refreshSecurity = managerCommand(
  'CHG',
  { name: 'optional', nameValue: genericNameType(), arguments: [securityTypes] },
  () => 'AMQ8560I',
)

const noEffect = 'The command has no effect: the queue manager writes no event, statistics or accounting messages.'

/** REFRESH QMGR has no effect: there are no configuration events, and no related queue manager for TYPE(PROXYSUB). */
export const refreshManager = managerCommand(
  'CHG',
  oneArgument('TYPE', choiceType('CONFIGEV', 'PROXYSUB'), true),
  () => 'AMQ8724I',
  (call) => (textArgument(call, 'TYPE') === 'CONFIGEV' ? [noEffect] : []),
)

/** TYPE(STATISTICS) has no effect. The other types apply to linear logs only. */
export const resetManager = managerCommand(
  'CHG',
  oneArgument('TYPE', choiceType('ADVANCELOG', 'REDUCELOG', 'STATISTICS'), true),
  (call) => {
    const type = textArgument(call, 'TYPE')
    if (type !== 'STATISTICS') throw new CommandError('AMQ8404E', `${type} is for linear logs, and the log is circular`)
    return 'AMQ8649I'
  },
  () => [noEffect],
)

/** START CHINIT starts a channel initiator for an initiation queue. */
export const startInitiator = managerCommand(
  'CHG',
  oneArgument('INITQ', nameType()),
  async (call): Promise<MessageId> => {
    await call.runtime.initiators.start(textArgument(call, 'INITQ') ?? defaultInitiationQueue)
    return 'AMQ8024I'
  },
)

/** SET LOG reports which extents of a linear log were archived. The log is not linear. */
export const setLog = managerCommand('CHG', oneArgument('ARCHIVED', textType(16), true), () => {
  throw new CommandError('AMQ8404E', 'ARCHIVED is for linear logs, and the log is circular')
})

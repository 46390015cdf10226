/** Commands about the queue manager as a whole: PING, REFRESH, RESET, SET LOG, STOP CONN and START CHINIT. */
import { choiceType, genericNameType, nameType, textType } from '../../objects/definitions/attribute-types.ts'
import { defaultInitiationQueue } from '../../types/network.ts'
import { type CommandHandler, succeed, textArgument } from '../command/command.ts'
import { requireAuthority } from '../command/subject.ts'
import { CommandError } from '../language/messages.ts'

export const pingManager: CommandHandler = {
  grammar: { name: 'none', arguments: [] },

  run(call) {
    requireAuthority(call, 'qmgr', call.runtime.name, 'DSP')
    return succeed('AMQ8415I')
  },
}

export const stopConnection: CommandHandler = {
  grammar: { name: 'required', nameValue: textType(16), arguments: [{ keyword: 'EXTCONN', value: textType(48) }] },

  run(call) {
    const { runtime } = call
    const id = (call.name as string).toUpperCase()
    requireAuthority(call, 'qmgr', runtime.name, 'CHG')

    const wanted = call.given.get('EXTCONN')
    const connection = runtime.connections.list().find((each) => each.id === id)
    const isMeant = connection && (wanted === undefined || wanted === connection.extendedId)
    // 3174: MQRCCF_CONNECTION_ID_ERROR
    if (!isMeant || !runtime.connections.stop(id)) throw new CommandError('AMQ8404E', `there is no connection ${id}`)
    return succeed('AMQ8457I')
  },
}

/** REFRESH SECURITY succeeds: authorities, certificates and passwords are not cached. */
export const refreshSecurity: CommandHandler = {
  grammar: {
    name: 'optional',
    nameValue: genericNameType(),
    arguments: [{ keyword: 'TYPE', value: choiceType('AUTHSERV', 'SSL', 'CONNAUTH', 'CLASSES') }],
  },

  run(call) {
    requireAuthority(call, 'qmgr', call.runtime.name, 'CHG')
    return succeed('AMQ8560I')
  },
}

/** TYPE(PROXYSUB) tells related queue managers about subscriptions; there is no related queue manager. */
export const refreshManager: CommandHandler = {
  grammar: {
    name: 'none',
    arguments: [{ keyword: 'TYPE', value: choiceType('CONFIGEV', 'PROXYSUB'), required: true }],
  },

  run(call) {
    requireAuthority(call, 'qmgr', call.runtime.name, 'CHG')
    if (textArgument(call, 'TYPE') === 'CONFIGEV' && !call.runtime.publishConfiguration?.())
      throw new CommandError('AMQ8404E', 'configuration events are disabled: ALTER QMGR CONFIGEV(ENABLED) first')
    return succeed('AMQ8724I')
  },
}

/** TYPE(STATISTICS) writes the statistics of the current interval. The other types apply to linear logs only. */
export const resetManager: CommandHandler = {
  grammar: {
    name: 'none',
    arguments: [{ keyword: 'TYPE', value: choiceType('ADVANCELOG', 'REDUCELOG', 'STATISTICS'), required: true }],
  },

  run(call) {
    requireAuthority(call, 'qmgr', call.runtime.name, 'CHG')
    const type = textArgument(call, 'TYPE')
    if (type !== 'STATISTICS') throw new CommandError('AMQ8404E', `${type} is for linear logs, and the log is circular`)
    call.runtime.flushStatistics()
    return succeed('AMQ8649I')
  },
}

/** START CHINIT starts a channel initiator for an initiation queue. */
export const startInitiator: CommandHandler = {
  grammar: { name: 'none', arguments: [{ keyword: 'INITQ', value: nameType() }] },

  async run(call) {
    requireAuthority(call, 'qmgr', call.runtime.name, 'CHG')
    await call.runtime.initiators.start(textArgument(call, 'INITQ') ?? defaultInitiationQueue)
    return succeed('AMQ8024I')
  },
}

/** SET LOG reports which extents of a linear log were archived. The log is not linear. */
export const setLog: CommandHandler = {
  grammar: { name: 'none', arguments: [{ keyword: 'ARCHIVED', value: textType(16), required: true }] },

  run(call) {
    requireAuthority(call, 'qmgr', call.runtime.name, 'CHG')
    throw new CommandError('AMQ8404E', 'ARCHIVED is for linear logs, and the log is circular')
  },
}

/** PING QMGR, STOP CONN and REFRESH SECURITY. */
import { choiceType, genericNameType, textType } from '../../objects/definitions/attribute-types.ts'
import { type CommandHandler, succeed } from '../command/command.ts'
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
  grammar: {
    name: 'required',
    nameValue: textType(16),
    arguments: [{ keyword: 'EXTCONN', value: textType(48) }],
  },

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

/**
 * REFRESH SECURITY succeeds: authorities, certificates and passwords are read for every use, so there is no cache
 * to refresh.
 */
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

/** PING QMGR, STOP CONN and REFRESH SECURITY: commands about the queue manager itself. */
import { choice, genericName, text } from '../../objects/values.ts'
import { done, type Handler } from '../command.ts'
import { Refused } from '../messages.ts'
import { authorize } from '../subject.ts'

export const pingManager: Handler = {
  grammar: { name: 'none', arguments: [] },

  run(call) {
    authorize(call, 'qmgr', call.runtime.name, 'DSP')
    return done('AMQ8415I')
  },
}

export const stopConnection: Handler = {
  grammar: {
    name: 'required',
    nameValue: text(16),
    arguments: [{ keyword: 'EXTCONN', value: text(48) }],
  },

  run(call) {
    const { runtime } = call
    const id = (call.name as string).toUpperCase()
    authorize(call, 'qmgr', runtime.name, 'CHG')

    const wanted = call.given.get('EXTCONN')
    const connection = runtime.connections.list().find((each) => each.id === id)
    const isMeant = connection && (wanted === undefined || wanted === connection.extendedId)
    // 3174: MQRCCF_CONNECTION_ID_ERROR
    if (!isMeant || !runtime.connections.stop(id))
      throw new Refused('AMQ8404E', `there is no connection ${id}`)
    return done('AMQ8457I')
  },
}

/** Authorities, certificates and passwords are looked up afresh each time, so that what is asked for holds already. */
export const refreshSecurity: Handler = {
  grammar: {
    name: 'optional',
    nameValue: genericName(),
    arguments: [{ keyword: 'TYPE', value: choice('AUTHSERV', 'SSL', 'CONNAUTH', 'CLASSES') }],
  },

  run(call) {
    authorize(call, 'qmgr', call.runtime.name, 'CHG')
    return done('AMQ8560I')
  },
}

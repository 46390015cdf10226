/**
 * REFRESH and RESET of the queue manager, and what concerns its clusters.
 *
 * It is in no cluster and in no hierarchy, so that most of this says so; nothing is accepted that would have no effect.
 */
import { choice, name, text } from '../../objects/values.ts'
import { type Call, done, type Handler, textOf } from '../command.ts'
import { Refused } from '../messages.ts'
import { authorize } from '../subject.ts'

/** PROXYSUB makes known to related queue managers what is subscribed to; there is none that could have missed it. */
export const refreshManager: Handler = {
  grammar: {
    name: 'none',
    arguments: [{ keyword: 'TYPE', value: choice('CONFIGEV', 'PROXYSUB'), required: true }],
  },

  run(call) {
    authorize(call, 'qmgr', call.runtime.name, 'CHG')
    if (textOf(call, 'TYPE') === 'CONFIGEV')
      throw new Refused('AMQ8404E', 'configuration events are not written')
    return done('AMQ8724I')
  },
}

/** STATISTICS closes the interval that is being counted; the other types are about logs that are not circular. */
export const resetManager: Handler = {
  grammar: {
    name: 'none',
    arguments: [{ keyword: 'TYPE', value: choice('ADVANCELOG', 'REDUCELOG', 'STATISTICS'), required: true }],
  },

  run(call) {
    authorize(call, 'qmgr', call.runtime.name, 'CHG')
    const type = textOf(call, 'TYPE')
    if (type !== 'STATISTICS')
      throw new Refused('AMQ8404E', `${type} is for linear logs, and the log is circular`)
    return done('AMQ8649I')
  },
}

export const refreshCluster: Handler = {
  grammar: {
    name: 'required',
    nameValue: name(),
    arguments: [{ keyword: 'REPOS', value: choice('YES', 'NO') }],
  },
  run: (call) => notInCluster(call, call.name),
}

/** RESET CLUSTER: throws a member out. */
export const resetCluster: Handler = {
  grammar: {
    name: 'required',
    nameValue: name(),
    arguments: [
      { keyword: 'ACTION', value: choice('FORCEREMOVE'), required: true },
      { keyword: 'QMNAME', value: name() },
      { keyword: 'QMID', value: text(48) },
      { keyword: 'QUEUES', value: choice('YES', 'NO') },
    ],
  },
  run: (call) => notInCluster(call, call.name),
}

/** START CHINIT: there is one channel initiator, and it runs as long as the queue manager does. */
export const startInitiator: Handler = {
  grammar: { name: 'none', arguments: [{ keyword: 'INITQ', value: name() }] },

  run(call) {
    authorize(call, 'qmgr', call.runtime.name, 'CHG')
    throw new Refused('AMQ8404E', 'the channel initiator is running already')
  },
}

/** SET LOG: tells which extents of a linear log were archived. */
export const setLog: Handler = {
  grammar: { name: 'none', arguments: [{ keyword: 'ARCHIVED', value: text(16), required: true }] },

  run(call) {
    authorize(call, 'qmgr', call.runtime.name, 'CHG')
    throw new Refused('AMQ8404E', 'ARCHIVED is for linear logs, and the log is circular')
  },
}

/** SUSPEND and RESUME: whether a member of a cluster takes part in it. */
export const participation: Handler = {
  grammar: {
    name: 'none',
    arguments: [
      ...['CLUSTER', 'CLUSNL'].map((keyword) => ({ keyword, value: name() })),
      { keyword: 'MODE', value: choice('QUIESCE', 'FORCE') },
    ],
  },

  run(call) {
    const cluster = textOf(call, 'CLUSTER') ?? textOf(call, 'CLUSNL')
    if (cluster === undefined) throw new Refused('AMQ8422E', 'CLUSTER or CLUSNL')
    return notInCluster(call, cluster)
  },
}

function notInCluster(call: Call, cluster: string | undefined): never {
  authorize(call, 'qmgr', call.runtime.name, 'CHG')
  throw new Refused('AMQ8404E', `the queue manager is not in cluster ${cluster}`)
}

/**
 * REFRESH and RESET of the queue manager, and the commands about clusters.
 *
 * The queue manager is in no cluster and no hierarchy, so most of these commands respond that there is none. A
 * command without effect is never accepted as successful.
 */
import { choiceType, nameType, textType } from '../../objects/definitions/attribute-types.ts'
import { defaultInitiationQueue } from '../../types/network.ts'
import { type CommandContext, type CommandHandler, succeed, textArgument } from '../command/command.ts'
import { requireAuthority } from '../command/subject.ts'
import { CommandError } from '../language/messages.ts'

/** TYPE(PROXYSUB) tells related queue managers about subscriptions; there is no related queue manager. */
export const refreshManager: CommandHandler = {
  grammar: {
    name: 'none',
    arguments: [{ keyword: 'TYPE', value: choiceType('CONFIGEV', 'PROXYSUB'), required: true }],
  },

  run(call) {
    requireAuthority(call, 'qmgr', call.runtime.name, 'CHG')
    if (textArgument(call, 'TYPE') === 'CONFIGEV' && !call.runtime.publishConfiguration?.())
      throw new CommandError(
        'AMQ8404E',
        'configuration events are disabled: ALTER QMGR CONFIGEV(ENABLED) first',
      )
    return succeed('AMQ8724I')
  },
}

/** TYPE(STATISTICS) closes the current statistics interval. The other types apply to linear logs only. */
export const resetManager: CommandHandler = {
  grammar: {
    name: 'none',
    arguments: [
      { keyword: 'TYPE', value: choiceType('ADVANCELOG', 'REDUCELOG', 'STATISTICS'), required: true },
    ],
  },

  run(call) {
    requireAuthority(call, 'qmgr', call.runtime.name, 'CHG')
    const type = textArgument(call, 'TYPE')
    if (type !== 'STATISTICS')
      throw new CommandError('AMQ8404E', `${type} is for linear logs, and the log is circular`)
    return succeed('AMQ8649I')
  },
}

export const refreshCluster: CommandHandler = {
  grammar: {
    name: 'required',
    nameValue: nameType(),
    arguments: [{ keyword: 'REPOS', value: choiceType('YES', 'NO') }],
  },
  run: (call) => notInCluster(call, call.name),
}

/** RESET CLUSTER removes a queue manager from a cluster. */
export const resetCluster: CommandHandler = {
  grammar: {
    name: 'required',
    nameValue: nameType(),
    arguments: [
      { keyword: 'ACTION', value: choiceType('FORCEREMOVE'), required: true },
      { keyword: 'QMNAME', value: nameType() },
      { keyword: 'QMID', value: textType(48) },
      { keyword: 'QUEUES', value: choiceType('YES', 'NO') },
    ],
  },
  run: (call) => notInCluster(call, call.name),
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

/** SUSPEND QMGR and RESUME QMGR: whether a member of a cluster takes part in it. */
export const setClusterParticipation: CommandHandler = {
  grammar: {
    name: 'none',
    arguments: [
      ...['CLUSTER', 'CLUSNL'].map((keyword) => ({ keyword, value: nameType() })),
      { keyword: 'MODE', value: choiceType('QUIESCE', 'FORCE') },
    ],
  },

  run(call) {
    const cluster = textArgument(call, 'CLUSTER') ?? textArgument(call, 'CLUSNL')
    if (cluster === undefined) throw new CommandError('AMQ8422E', 'CLUSTER or CLUSNL')
    return notInCluster(call, cluster)
  },
}

function notInCluster(call: CommandContext, cluster: string | undefined): never {
  requireAuthority(call, 'qmgr', call.runtime.name, 'CHG')
  throw new CommandError('AMQ8404E', `the queue manager is not in cluster ${cluster}`)
}

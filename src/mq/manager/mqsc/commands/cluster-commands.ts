/** The commands about clusters, which are rejected. Their grammars are checked, so that a syntax error is reported as one. */
import {
  choiceType,
  genericNameType,
  nameType,
  singleFlagType,
  textType,
} from '../../objects/definitions/attribute-types.ts'
import { clusterError } from '../command/clusters.ts'
import { type CommandHandler, textArgument } from '../command/command.ts'
import { managerCommand } from '../command/subject.ts'
import type { CommandGrammar } from '../language/grammar.ts'
import { CommandError } from '../language/messages.ts'

export const refreshCluster = rejectedCommand('REFRESH CLUSTER', 'CHG', {
  name: 'required',
  nameValue: genericNameType(),
  arguments: [{ keyword: 'REPOS', value: choiceType('YES', 'NO') }],
})

/** RESET CLUSTER removes a queue manager from a cluster. */
export const resetCluster = rejectedCommand('RESET CLUSTER', 'CHG', {
  name: 'required',
  nameValue: nameType(),
  arguments: [
    { keyword: 'ACTION', value: choiceType('FORCEREMOVE'), required: true },
    { keyword: 'QMNAME', value: nameType() },
    { keyword: 'QMID', value: textType(48) },
    { keyword: 'QUEUES', value: choiceType('YES', 'NO') },
  ],
})

/** DISPLAY CLUSQMGR shows the members of a cluster. */
export const displayClusterManagers = rejectedCommand('DISPLAY CLUSQMGR', 'DSP', {
  name: 'required',
  nameValue: genericNameType(),
  arguments: [
    ...['CLUSTER', 'CHANNEL'].map((keyword) => ({ keyword, value: genericNameType() })),
    { keyword: 'ALL', value: singleFlagType },
  ],
  columns: [
    ...['CLUSQMGR', 'CHANNEL', 'CLUSTER', 'CLUSDATE', 'CLUSTIME', 'DEFTYPE', 'QMID', 'QMTYPE', 'STATUS'],
    ...['SUSPEND', 'VERSION', 'XMITQ', 'ALTDATE', 'ALTTIME', 'CONNAME', 'DESCR', 'TRPTYPE'],
  ].map((keyword) => ({ keyword, value: textType(264) })),
})

const participation: CommandGrammar = {
  name: 'none',
  arguments: [
    ...['CLUSTER', 'CLUSNL'].map((keyword) => ({ keyword, value: nameType() })),
    { keyword: 'MODE', value: choiceType('QUIESCE', 'FORCE') },
  ],
}

/** SUSPEND QMGR and RESUME QMGR: whether a member of a cluster takes part in it. */
export const suspendManager = rejectedParticipation('SUSPEND QMGR')
export const resumeManager = rejectedParticipation('RESUME QMGR')

function rejectedParticipation(command: string): CommandHandler {
  return managerCommand('CHG', participation, (call) => {
    if (textArgument(call, 'CLUSTER') === undefined && textArgument(call, 'CLUSNL') === undefined)
      throw new CommandError('AMQ8422E', 'CLUSTER or CLUSNL')
    throw clusterError(command)
  })
}

function rejectedCommand(command: string, authority: 'CHG' | 'DSP', grammar: CommandGrammar): CommandHandler {
  return managerCommand(authority, grammar, () => {
    throw clusterError(command)
  })
}

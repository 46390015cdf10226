/** DISPLAY QMSTATUS, DISPLAY PUBSUB and DISPLAY CMDSERV: the state of the queue manager. */
import { statfsSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'

import { choiceType, integerType, singleFlagType, textType } from '../../objects/definitions/attribute-types.ts'
import { commandServerName, defaultInitiationQueue } from '../../types/network.ts'
import type { QueueManagerServices } from '../../types/services.ts'
import type { CommandHandler } from '../command/command.ts'
import { type DisplayColumnSpec, type DisplayView, namedObjectNotFoundError } from '../command/display.ts'
import { requireAuthority } from '../command/subject.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'

/** The columns that LOG requests. */
const ofLog = ['CURRLOG', 'LOGEXTSZ', 'LOGFSSZ', 'LOGFSUSE', 'LOGINUSE', 'LOGPATH', 'LOGTYPE', 'LOGUTIL']

export const qmstatus: DisplayView = {
  message: 'AMQ8705I',
  name: 'none',
  columns: [
    ...texts('QMNAME', 'TYPE', 'STATUS', 'ARCHLOG'),
    { keyword: 'ARCHSZ', value: integerType(0, 999_999_999) },
    ...texts('CHINIT', 'CHKPTCNT', 'CHKPTOPS', 'CHKPTSZ', 'CMDSERV'),
    { keyword: 'CONNS', value: integerType(0, 999_999_999) },
    ...texts('CURRLOG'),
    ...numbers('DATFSSZ', 'DATFSUSE'),
    ...texts('DATPATH', 'HOSTNAME', 'INSTDESC', 'INSTNAME', 'INSTPATH'),
    ...texts('LDAPCONN', 'LOGEXTSZ'),
    ...numbers('LOGFSSZ', 'LOGFSUSE'),
    ...texts('LOGINUSE', 'LOGPATH', 'LOGPRIM', 'LOGSEC'),
    ...texts('LOGSTRDA', 'LOGSTRL', 'LOGSTRTI', 'LOGTYPE', 'LOGUTIL', 'MEDIALOG', 'MEDIASZ', 'QMFSENC'),
    ...numbers('QMFSSZ', 'QMFSUSE'),
    ...texts('QUORUM', 'RECLOG', 'RECSZ', 'REUSESZ', 'STANDBY', 'STARTDA', 'STARTTI'),
    ...texts('UNICLUS'),
    { keyword: 'LOG', group: ofLog, value: singleFlagType },
  ],
  alwaysShown: ['QMNAME', 'TYPE', 'STATUS'],
  defaultColumns: () => [],
  notFoundError: namedObjectNotFoundError,

  rows(call) {
    const { name } = call.runtime
    requireAuthority(call, 'qmgr', name, 'DSP')
    const status = call.runtime.status()
    const { megabytes, percent } = fileSystem(status.folder)
    return [
      {
        values: {
          QMNAME: name,
          TYPE: 'QMGR',
          STATUS: status.state.toUpperCase(),
          CHINIT: call.runtime.initiators.isRunning(defaultInitiationQueue) ? 'RUNNING' : 'STOPPED',
          CMDSERV: isCommandServerRunning(call.runtime) ? 'RUNNING' : 'STOPPED',
          CONNS: status.connections,
          DATFSSZ: megabytes,
          DATFSUSE: percent,
          DATPATH: status.folder,
          HOSTNAME: hostname(),
          INSTDESC: '',
          INSTNAME: status.installation,
          INSTPATH: dirname(status.folder),
          LDAPCONN: 'INACTIVE',
          LOGFSSZ: megabytes,
          LOGFSUSE: percent,
          LOGPATH: status.folder,
          LOGTYPE: 'CIRCULAR',
          QMFSSZ: megabytes,
          QMFSUSE: percent,
          STANDBY: status.permitsStandby ? 'PERMIT' : 'NOPERMIT',
          STARTDA: renderDate(status.startedAt),
          STARTTI: renderTime(status.startedAt),
          UNICLUS: '',
        },
      },
    ]
  },
}

function isCommandServerRunning({ connections }: QueueManagerServices): boolean {
  return connections.list().some(({ applicationName }) => applicationName === commandServerName)
}

/**
 * Returns size and use of the file system with data and log; an empty object where the platform does not report
 * them.
 */
function fileSystem(folder: string): { megabytes?: number; percent?: number } {
  try {
    const { blocks, bavail, bsize } = statfsSync(folder)
    const used = blocks === 0 ? 0 : (blocks - bavail) / blocks
    return { megabytes: Math.round((blocks * bsize) / 1_048_576), percent: Math.round(used * 100) }
  } catch {
    return {}
  }
}

/** DISPLAY PUBSUB: the publish/subscribe engine of the queue manager. It is in no hierarchy. */
export const pubsub: DisplayView = {
  message: 'AMQ8723I',
  name: 'none',
  arguments: [{ keyword: 'TYPE', value: choiceType('ALL', 'LOCAL', 'CHILD', 'PARENT') }],
  columns: [
    ...texts('QMNAME', 'TYPE', 'STATUS'),
    ...['SUBCOUNT', 'TPCOUNT'].map((keyword) => ({ keyword, value: integerType(0, 999_999_999) })),
  ],
  alwaysShown: ['QMNAME', 'TYPE'],
  defaultColumns: () => ['STATUS'],
  notFoundError: namedObjectNotFoundError,

  rows(call) {
    const { name, topics, objects } = call.runtime
    requireAuthority(call, 'qmgr', name, 'DSP')
    const type = call.given.get('TYPE') ?? 'ALL'
    if (type === 'CHILD' || type === 'PARENT') return []

    const mode = objects.find('qmgr', name)?.attributes.PSMODE
    const nodes = topics.status('#')
    return [
      {
        values: {
          QMNAME: name,
          TYPE: 'LOCAL',
          STATUS: statusOfMode[String(mode)] ?? 'ACTIVE',
          SUBCOUNT: nodes.reduce((sum, { subscriptions }) => sum + subscriptions.length, 0),
          TPCOUNT: nodes.length,
        },
      },
    ]
  },
}

const statusOfMode: Readonly<Record<string, string>> = { COMPAT: 'COMPAT', DISABLED: 'INACTIVE' }

/** DISPLAY CMDSERV. The command server runs whenever a command can be run. */
export const commandServer: CommandHandler = {
  grammar: { name: 'none', arguments: [], columns: [] },
  run: () => [{ completionCode: 0, reasonCode: 0, messages: [] }],
}

function numbers(...keywords: string[]): DisplayColumnSpec[] {
  return keywords.map((keyword) => ({ keyword, value: integerType(0, Number.MAX_SAFE_INTEGER) }))
}

function texts(...keywords: string[]): DisplayColumnSpec[] {
  return keywords.map((keyword) => ({ keyword, value: textType(264) }))
}

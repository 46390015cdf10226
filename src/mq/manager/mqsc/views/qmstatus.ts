/** DISPLAY QMSTATUS, DISPLAY PUBSUB and DISPLAY CMDSERV: the state of the queue manager. */
import { statfsSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { choiceType, integerType, singleFlagType, textType } from '../../objects/definitions/attribute-types.ts'
import { defaultInitiationQueue } from '../../types/network.ts'
import type { QueueManagerServices, QueueManagerStatus } from '../../types/services.ts'
import type { CommandHandler } from '../command/command.ts'
import { column, type DisplayView, type ReadColumn, readRow } from '../command/display.ts'
import { requireAuthority } from '../command/subject.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'

/** The columns that LOG requests. */
const ofLog = ['CURRLOG', 'LOGEXTSZ', 'LOGFSSZ', 'LOGFSUSE', 'LOGINUSE', 'LOGPATH', 'LOGTYPE', 'LOGUTIL']

interface ShownManager {
  readonly runtime: QueueManagerServices
  readonly status: QueueManagerStatus
  readonly files: ReturnType<typeof fileSystem>
}

type Read = ReadColumn<ShownManager>['read']
const text = (keyword: string, read: Read) => column(keyword, textType(264), read)
const number = (keyword: string, read: Read) => column(keyword, integerType(0, Number.MAX_SAFE_INTEGER), read)
const blanks = (...keywords: string[]) => keywords.map((keyword) => text(keyword, () => undefined))

const managerColumns: readonly ReadColumn<ShownManager>[] = [
  text('QMNAME', ({ runtime }) => runtime.name),
  text('TYPE', () => 'QMGR'),
  text('STATUS', ({ status }) => status.state.toUpperCase()),
  ...blanks('ARCHLOG'),
  column('ARCHSZ', integerType(0, 999_999_999), () => undefined),
  text('CHINIT', ({ runtime }) => (runtime.initiators.isRunning(defaultInitiationQueue) ? 'RUNNING' : 'STOPPED')),
  ...blanks('CHKPTCNT', 'CHKPTOPS', 'CHKPTSZ'),
  text('CMDSERV', () => 'STOPPED'),
  column('CONNS', integerType(0, 999_999_999), ({ status }) => status.connections),
  ...blanks('CURRLOG'),
  number('DATFSSZ', ({ files }) => files.megabytes),
  number('DATFSUSE', ({ files }) => files.percent),
  text('DATPATH', ({ status }) => status.folder),
  text('HOSTNAME', () => hostname()),
  text('INSTDESC', () => ''),
  text('INSTNAME', ({ status }) => status.installation),
  text('INSTPATH', ({ status }) => dirname(status.folder)),
  text('LDAPCONN', () => 'INACTIVE'),
  ...blanks('LOGEXTSZ'),
  number('LOGFSSZ', ({ files }) => files.megabytes),
  number('LOGFSUSE', ({ files }) => files.percent),
  ...blanks('LOGINUSE'),
  text('LOGPATH', ({ status }) => status.folder),
  ...blanks('LOGPRIM', 'LOGSEC', 'LOGSTRDA', 'LOGSTRL', 'LOGSTRTI'),
  text('LOGTYPE', () => 'CIRCULAR'),
  ...blanks('LOGUTIL', 'MEDIALOG', 'MEDIASZ', 'QMFSENC'),
  number('QMFSSZ', ({ files }) => files.megabytes),
  number('QMFSUSE', ({ files }) => files.percent),
  ...blanks('QUORUM', 'RECLOG', 'RECSZ', 'REUSESZ'),
  text('STANDBY', ({ status }) => (status.permitsStandby ? 'PERMIT' : 'NOPERMIT')),
  text('STARTDA', ({ status }) => renderDate(status.startedAt)),
  text('STARTTI', ({ status }) => renderTime(status.startedAt)),
  text('UNICLUS', () => ''),
]

export const qmstatus: DisplayView = {
  message: 'AMQ8705I',
  name: 'none',
  columns: [...managerColumns, { keyword: 'LOG', group: ofLog, value: singleFlagType }],
  alwaysShown: ['QMNAME', 'TYPE', 'STATUS'],
  defaultColumns: () => [],

  rows(call) {
    const { runtime } = call
    requireAuthority(call, 'qmgr', runtime.name, 'DSP')
    const status = runtime.status()
    return [readRow(managerColumns, { runtime, status, files: fileSystem(status.folder) })]
  },
}

/** Returns size and use of the file system; an empty object where the platform does not report them. */
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
    ...['QMNAME', 'TYPE', 'STATUS'].map((keyword) => ({ keyword, value: textType(264) })),
    ...['SUBCOUNT', 'TPCOUNT'].map((keyword) => ({ keyword, value: integerType(0, 999_999_999) })),
  ],
  alwaysShown: ['QMNAME', 'TYPE'],
  defaultColumns: () => ['STATUS'],

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

/** DISPLAY CMDSERV responds with success alone. No server runs PCF commands. */
export const commandServer: CommandHandler = {
  grammar: { name: 'none', arguments: [], columns: [] },
  run: () => [{ completionCode: 0, reasonCode: 0, messages: [] }],
}

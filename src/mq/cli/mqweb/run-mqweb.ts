/** Runs the MQ host in this process. Standard error has only lines of the log. */
import { exitAfterGrace, waitForSignal } from '../../../shared/cli/common/wait-for-signal.ts'
import { openLog } from '../../../shared/lib/output/log.ts'
import { findRevision } from '../../../shared/lib/package/revision.ts'
import { version } from '../../../shared/lib/package/version.ts'
import { requireDataOwner } from '../../../shared/process/data/index.ts'
import { openServiceNotifier } from '../../../shared/process/service/index.ts'
import { checkOpenFilesLimit } from '../../../shared/process/settings/index.ts'
import type { MqPart } from '../../part.ts'
import { findDataFolders } from '../../runtime/index.ts'
import { openHost, type RunningHost } from '../host/host.ts'
import { readLogSettings } from '../host/log-file.ts'

/**
 * Runs until a signal, or until `endmqweb` and `endmqm` have ended everything. Resolves with the exit status. With
 * `permitsStandby`, the queue managers are in the database of SLUICE_QMGR_STORE, or were made known here before.
 */
export async function runMqweb(
  queueManagers: readonly string[],
  permitsStandby: boolean,
  parts: readonly MqPart[],
): Promise<number> {
  const places = findDataFolders(process.env)
  requireDataOwner(places.data)
  const { level } = readLogSettings(places.settings, process.env)
  const log = openLog({ level, name: 'mqweb' })
  const notifier = openServiceNotifier({ environment: process.env, log })
  const warning = checkOpenFilesLimit()
  if (warning !== undefined) log.warn(warning)

  const host = await openHost(places, process.env, log, parts)
  const signalled = waitForSignal()
  try {
    for (const name of queueManagers) await (permitsStandby ? startInstance(host, name) : startQueueManager(host, name))
    await runCommand(host, ['strmqweb'])
  } catch (error) {
    await host.close()
    throw error
  }
  const urls = host.webUrls()
  const facts = { version, commit: findRevision(), node: process.version, pid: process.pid }
  log.info({ ...facts, listeners: urls, dataFolder: places.data, queueManagers }, 'MQ web server ready')
  notifier.ready(`serves ${urls.join(', ')}`)

  await Promise.race([signalled, host.ended])
  notifier.stopping()
  exitAfterGrace(0)
  await host.close()
  notifier.close()
  log.info('MQ web server ended')
  return 0
}

const alreadyExists = 8
const alreadyRuns = 5
const unknownThere = 16
const startedAsStandby = 30

async function startQueueManager(host: RunningHost, name: string): Promise<void> {
  await runCommand(host, ['crtmqm', name], alreadyExists)
  await runCommand(host, ['strmqm', name], alreadyRuns)
}

/** Makes the queue manager of the database known on this machine, creates it there when it does not exist, and starts it. */
async function startInstance(host: RunningHost, name: string): Promise<void> {
  const storeUrl = process.env.SLUICE_QMGR_STORE
  if (storeUrl) {
    const add = ['addmqinf', '-v', `Name=${name}`, '-v', `DataPath=${storeUrl}`]
    const added = await runCommand(host, add, alreadyExists, unknownThere)
    if (added === unknownThere) await runCommand(host, ['crtmqm', '-md', storeUrl, name])
  }
  await runCommand(host, ['strmqm', '-x', name], alreadyRuns, startedAsStandby)
}

/** Returns the exit status. Rejects with the messages of the command, unless the status is 0 or one of `accepted`. */
async function runCommand(
  host: RunningHost,
  words: readonly string[],
  ...accepted: readonly number[]
): Promise<number> {
  const { status, output, stderr = '' } = await host.run(words)
  if (status === 0 || accepted.includes(status)) return status
  const command = words.filter((word) => !word.includes('://')).join(' ') // a URL may have a password
  throw new Error(`${command}: ${(stderr || output).trim().replaceAll('\n', ' ')}`)
}

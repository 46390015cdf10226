/** Backs up a data folder, verifies backups, and describes the result as text and as JSON. */
import type { Settings } from '../../../gateway/runtime/settings/index.ts'
import type { MqPart, MqParts } from '../../../mq/part.ts'
import { findDataFolders, runInHost } from '../../../mq/runtime/index.ts'
import { pluralize } from '../../../shared/cli/common/pluralize.ts'
import { describeStateStore } from '../../../shared/storage/index.ts'
import { type BackupManifest, backUpData, dumpStore, verifyBackup } from '../../backup/index.ts'

/** What a backup has, as text and as facts for programs. */
export interface BackupReport extends BackupSummary {
  lines: readonly string[]
}

export type BackupSummary = ReturnType<typeof summarize>

/** Backs up the data folder and verifies the copy. Rejects with a message for the user. */
export async function runBackup(
  target: string,
  { dataFolder, store }: Pick<Settings, 'dataFolder' | 'store'>,
  { withoutStore = false, mqParts }: MqParts & { withoutStore?: boolean },
): Promise<BackupReport> {
  const isElsewhere = store.url !== 'sqlite'
  const manifest = await backUpData({
    dataFolder,
    target,
    backUpQueueManagers: (folder) => copyQueueManagers(dataFolder, folder, mqParts),
    backUpStore: isElsewhere && !withoutStore ? (file) => dumpStore(store.url, file) : undefined,
    now: Date.now(),
  })
  const summary = summarize(target, manifest)
  return {
    ...summary,
    lines: [
      `${dataFolder} is backed up in ${target} and verified: ${renderSummary(summary)}`,
      ...(isElsewhere && withoutStore
        ? [`not in the backup: the state of the gateway in ${describeStateStore(store)}`]
        : []),
    ],
  }
}

/** Verifies a backup. Rejects with a message that names the first damaged file. */
export async function runVerify(folder: string): Promise<BackupReport> {
  const summary = summarize(folder, await verifyBackup(folder))
  return { ...summary, lines: [`${folder} is complete: ${renderSummary(summary)}, of ${summary.createdAt}`] }
}

export function summarize(backup: string, { createdAt, version, queueManagers, files, store }: BackupManifest) {
  const bytes = files.reduce((sum, file) => sum + file.bytes, store?.bytes ?? 0)
  return { backup, createdAt, version, files: files.length, bytes, queueManagers, hasDatabase: store !== undefined }
}

export function renderSummary({ files, bytes, queueManagers, hasDatabase }: BackupSummary): string {
  const size = `${(bytes / 1_048_576).toFixed(1)} MiB`
  return `${pluralize(files, 'file')}, ${size}, ${pluralize(queueManagers.length, 'queue manager')}${hasDatabase ? ', the database' : ''}`
}

/** Copies the queue managers in the MQ host, or in this process when no MQ host runs. */
async function copyQueueManagers(dataFolder: string, folder: string, parts: readonly MqPart[]): Promise<void> {
  const [{ backUpCommandName }, { runWithoutHost }] = await Promise.all([
    import('../../../mq/cli/host/host-commands.ts'),
    import('../../../mq/cli/host/without-host.ts'),
  ])
  const places = findDataFolders({ SLUICE_DATA: dataFolder })
  const request = { command: [backUpCommandName, folder], input: '' }
  const { status, stderr = '' } =
    (await runInHost(dataFolder, request)) ?? (await runWithoutHost(request, places, parts))
  if (status !== 0) throw new Error(`the queue managers cannot be backed up: ${stderr.trim()}`)
}

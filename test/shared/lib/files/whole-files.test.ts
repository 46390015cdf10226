/** Files are replaced by one function; every other write of a whole file is listed here with its reason. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'

const writes = /\b(?:rename|writeFile|copyFile|createWriteStream|cp)(?:Sync)?\(|\bopen(?:Sync)?\(.*'[wa]x?'/

/** File, and the calls that it may make. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'shared/lib/files/replace-file.ts': ['open', 'writeFile', 'rename', 'renameSync'],
  'mq/manager/installation/queue-manager-definition.ts': ['rename'], // a folder that is complete, or about to be removed
  'mq/parts/database/database-storage.ts': ['cp'], // files of a backup
  'mq/manager/installation/folder-storage.ts': ['cp'], // files of a backup
  'mq/manager/store/sqlite/sqlite-store.ts': ['copyFile'], // files of a backup
  'sandbox/backup/copy-file.ts': ['open', 'writeFile'], // a new file of a backup, synced before the backup is complete
  'sandbox/backup/back-up-data.ts': ['rename'], // a folder that is complete
  'sandbox/backup/restore-data.ts': ['rename'], // files that are complete
  // the number of the owner, which only an error text shows, and a file of a backup
  'mq/manager/installation/data-folder.ts': ['writeFileSync', 'copyFile'],
  'mq/manager/store/database/find-space-error.ts': ['openSync'], // a file of zeros that is removed at once
  'mq/manager/store/sqlite/reserve.ts': ['openSync'], // zeros
  'mq/manager/store/sqlite/body-file-store.ts': ['open', 'writeFile'], // a new file with a random name, synced before it is used
  'sandbox/run/sample-documents.ts': ['cp', 'rename'], // a folder that is complete
  'gateway/telemetry/audit/rotate-audit.ts': ['rename'], // the rotation of a log
  'shared/lib/files/private-file.ts': ['openSync'], // an empty file with the right permissions, which SQLite fills
  'shared/http/site/previous-assets.ts': ['rename', 'writeFile'], // copies of shipped files, each complete when it has its name
  'mq/parts/file-transfer/engine/files/staging.ts': ['renameSync'], // a staged file, complete and synced
  'mq/parts/file-transfer/engine/files/text-conversion.ts': ['open', 'writeFile'], // a staged file
  'mq/web/settings/settings-file.ts': ['copyFile'], // a new file, never an existing one
  'gateway/config/schema/keep-code.ts': ['writeFileSync', 'renameSync'], // generated code, which is generated again when a file is damaged
  'gateway/parts/import/init/write-starter.ts': ['writeFile', 'copyFile', 'rename'], // a folder that is complete; the users, to a new file
  'mq/cli/host/log-file.ts': ['renameSync'], // the rotation of a log
  'mq/cli/host/start-mq-host.ts': ['openSync'], // a log that grows
  'shared/security/proofs/proof-files.ts': ['open'], // a log that grows
}

test('whole files are written and renamed by replaceFile only', (t) => {
  const src = new URL('../../../../src/', import.meta.url).pathname
  const found: Record<string, string[]> = {}
  for (const path of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(path) || /^(?:gateway|mq)\/parts\/[\w-]+\/(?:pages|kit)\/|^shared\/ui\//.test(path)) continue // pages write no files
    const lines = readFileSync(join(src, path), 'utf8').split('\n')
    const calls = lines.flatMap((line) => {
      const call = writes.exec(line)?.[0]
      return call && !line.trimStart().startsWith('*') ? [call.replace(/\(.*/, '')] : []
    })
    if (calls.length > 0) found[path] = [...new Set(calls)]
  }
  t.deepEqual(found, { ...exceptions })
})

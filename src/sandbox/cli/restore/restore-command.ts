/** `sluice restore`: restores a backup into the data folder, which no process may use. */
import { resolve } from 'node:path'
import { readSettings } from '../../../gateway/runtime/settings/index.ts'
import { defineCommand, jsonOption } from '../../../shared/cli/common/command.ts'

export const restoreCommand = defineCommand({
  name: 'restore',
  summary: 'restore a backup into the data folder, which no gateway or queue manager may use',
  words: 'FOLDER',
  options: {
    replace: { help: 'move existing data aside, and replace tables in PostgreSQL; both are refused otherwise' },
    'without-store': { help: 'leave the state in PostgreSQL as it is' },
    json: jsonOption,
  },

  async run({ positionals: [folder = ''], options: { replace, withoutStore, json }, write }) {
    const [{ restoreData, restoreStore }, { summarize, renderSummary }, { showProgress }] = await Promise.all([
      import('../../backup/index.ts'),
      import('../backup/run-backup.ts'),
      import('../../../shared/cli/common/progress.ts'),
    ])
    const backup = resolve(folder)
    const { dataFolder, store } = readSettings()
    const work = restoreData({
      backup,
      dataFolder,
      replace,
      withoutStore,
      restoreStore: store.url === 'sqlite' ? undefined : (file) => restoreStore(store.url, file, { replace }),
      now: Date.now(),
    })
    const { manifest, replaced } = await showProgress('restoring', work)
    const summary = summarize(backup, manifest)
    if (json) write(`${JSON.stringify({ ...summary, dataFolder, replaced }, null, 2)}\n`)
    else {
      write(`${dataFolder} has the backup of ${summary.createdAt}: ${renderSummary(summary)}\n`)
      if (replaced !== undefined) write(`the data from before is in ${replaced}\n`)
    }
    return 0
  },
})

/** `sluice backup`: copies the data folder while its processes run, and verifies the copy. */
import { resolve } from 'node:path'
import { readSettings } from '../../../gateway/runtime/settings/index.ts'
import type { MqParts } from '../../../mq/part.ts'
import { defineCommand, jsonOption } from '../../../shared/cli/common/command.ts'

export const backupCommand = defineCommand({
  name: 'backup',
  summary: 'back up the data folder while the gateway and the queue managers run, and verify the backup',
  words: 'FOLDER',
  options: {
    verify: { help: 'only verify an existing backup' },
    'without-store': { help: 'leave the state in PostgreSQL to a backup of its own' },
    json: jsonOption,
  },

  async run({ positionals: [folder = ''], options: { verify, withoutStore, json }, write }, { mqParts }: MqParts) {
    const [{ runBackup, runVerify }, { showProgress }] = await Promise.all([
      import('./run-backup.ts'),
      import('../../../shared/cli/common/progress.ts'),
    ])
    const target = resolve(folder)
    const settings = readSettings()
    const report = await (verify
      ? showProgress('reading the backup', runVerify(target))
      : showProgress('copying the data', runBackup(target, settings, { withoutStore, mqParts })))
    const { lines, ...facts } = report
    write(json ? `${JSON.stringify(facts, null, 2)}\n` : lines.map((line) => `${line}\n`).join(''))
    return 0
  },
})

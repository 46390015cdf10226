/** `sluice config`: the documents in time: which revision was used when, what it said, and back to it. */

import { defineCommand, jsonOption } from '../../../../shared/cli/common/command.ts'
import { readSettings } from '../../../runtime/settings/index.ts'

export const configCommand = defineCommand({
  name: 'config',
  summary: 'show which documents the gateway has used when, compare them, and go back',
  verbs: {
    log: { help: 'list the revisions that the gateway has used, the newest first' },
    show: { help: 'list the documents of a revision, or print one of them', words: 'REVISION [FILE]' },
    diff: { help: 'compare a revision with another one, or with the files on disk', words: 'REVISION [REVISION]' },
    rollback: {
      help: 'write the documents of a revision; a gateway that runs uses them at once',
      words: 'REVISION',
      options: ['dry-run', 'force'],
    },
  },
  options: {
    'dry-run': { help: 'rollback: print the changes only' },
    force: { help: 'rollback: also when the files are no revision that was used' },
    json: jsonOption,
  },

  async run({ positionals: [verb, first = '', second], options, write }) {
    const verbs = await import('./config-verbs.ts')
    const { configFolder, dataFolder } = readSettings()
    const deps = { folder: configFolder, dataFolder, write, json: options.json }
    if (verb === 'log') return verbs.logRevisions(deps)
    if (verb === 'show') return verbs.showRevision(first, second, deps)
    if (verb === 'diff') return verbs.diffRevisions(first, second, deps)
    return verbs.rollBack(first, { ...deps, isDryRun: options.dryRun, isForced: options.force })
  },
})

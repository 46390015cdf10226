/** `sluice init`: writes the documents of a first protected API into a folder. */
import { resolve } from 'node:path'

import type { Command } from '../common/command.ts'

export const initCommand: Command = {
  name: 'init',
  summary: 'write the documents of a first protected API, with an application and a user',
  usage:
    '[DIR] [--backend URL] [--api NAME] [--org NAME] [--catalog NAME] [--authurl URL] [--user NAME] [--yes]',
  positionals: { min: 0, max: 1 },
  options: {
    backend: { type: 'string' },
    api: { type: 'string' },
    org: { type: 'string' },
    catalog: { type: 'string' },
    authurl: { type: 'string' },
    user: { type: 'string' },
    yes: { type: 'boolean', short: 'y', default: false },
  },

  async run({ positionals: [folder = '.'], options, write }) {
    const [{ readAnswers }, { writeStarter }, { renderNextSteps }, { typeTables }] = await Promise.all([
      import('./questions.ts'),
      import('./write-starter.ts'),
      import('./next-steps.ts'),
      import('../../runtime/documents/open-documents.ts'),
    ])
    const answers = await readAnswers(options, { isAsking: options.yes !== true && process.stdin.isTTY })
    const starter = await writeStarter(resolve(folder), answers, typeTables)
    write(renderNextSteps(folder, answers, starter))
    return 0
  },
}

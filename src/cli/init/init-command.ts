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
    backend: { type: 'string', value: 'URL', help: 'the URL of the API to protect' },
    api: { type: 'string', value: 'NAME', help: 'the name of the API, of its product and of its scope' },
    org: { type: 'string', value: 'NAME', help: 'the name of your organisation' },
    catalog: { type: 'string', value: 'NAME', help: 'the name of the catalog' },
    authurl: {
      type: 'string',
      value: 'URL',
      help: 'the authentication URL that checks users, in place of local users',
    },
    user: { type: 'string', value: 'NAME', help: 'the name of the first user' },
    yes: { type: 'boolean', short: 'y', default: false, help: 'take the default of every question' },
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

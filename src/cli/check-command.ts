/** `sluice check`: everything that is wrong with the documents, each with its place. */
import type { Command } from './command.ts'
import { readSettings } from './settings.ts'

export const checkCommand: Command = {
  name: 'check',
  summary: 'check the documents without starting anything',
  usage: '[FOLDER] [--json] [--sandbox]',
  words: { min: 0, max: 1 },
  options: { json: { type: 'boolean', default: false }, sandbox: { type: 'boolean', default: false } },

  async run({ words: [folder], options: { json, sandbox }, write }) {
    const [{ check }, { tables }] = await Promise.all([import('./check.ts'), import('./documents.ts')])
    const { configFolder, environment } = readSettings()
    return check({
      folder: folder ?? configFolder,
      tables,
      environment,
      json: json === true,
      sandbox: sandbox === true,
      write,
    })
  },
}

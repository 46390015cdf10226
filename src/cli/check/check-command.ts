/** `sluice check`: reports every problem of the documents with its location, and what could be safer. */

import { readSettings } from '../../runtime/settings/index.ts'
import type { Command } from '../common/command.ts'

export const checkCommand: Command = {
  name: 'check',
  summary: 'check the documents without starting anything',
  usage: '[FOLDER] [--advice] [--json] [--sandbox]',
  positionals: { min: 0, max: 1 },
  options: {
    advice: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    sandbox: { type: 'boolean', default: false },
  },

  async run({ positionals: [folder], options: { advice, json, sandbox }, write }) {
    const [{ checkDocuments: check }, { loadDocuments }] = await Promise.all([
      import('./check.ts'),
      import('../../runtime/documents/open-documents.ts'),
    ])
    const settings = readSettings()
    const configFolder = folder ?? settings.configFolder
    const source = { configFolder, environment: settings.environment }
    return check({
      folder: configFolder,
      load: () => loadDocuments(source, { sandbox: sandbox === true }),
      advice: advice === true,
      settingWarnings: settings.warnings,
      json: json === true,
      write,
    })
  },
}

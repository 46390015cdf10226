/** `sluice check`: reports every problem of the documents and the environment, and what could be safer. */
import { readSettings } from '../../runtime/settings/index.ts'
import { type Command, jsonOption } from '../common/command.ts'

export const checkCommand: Command = {
  name: 'check',
  summary: 'check the documents and the environment without starting anything',
  usage: '[FOLDER] [--advice] [--json] [--sandbox] [--strict | --lenient]',
  positionals: { min: 0, max: 1 },
  options: {
    advice: { type: 'boolean', default: false, help: 'also print what could be safer' },
    json: jsonOption,
    lenient: { type: 'boolean', default: false, help: 'undefined names are warnings, in strict documents too' },
    sandbox: { type: 'boolean', default: false, help: 'accept what only the sandbox accepts' },
    strict: { type: 'boolean', default: false, help: 'undefined names are errors in every document' },
  },

  async run({ positionals: [folder], options: { advice, json, lenient, sandbox, strict }, write }) {
    const [{ checkDocuments: check }, { loadDocuments }, { checkTlsFiles }] = await Promise.all([
      import('./check.ts'),
      import('../../runtime/documents/open-documents.ts'),
      import('../../runtime/listening/check-tls-files.ts'),
    ])
    const settings = readSettings()
    const configFolder = folder ?? settings.configFolder
    const source = { configFolder, environment: settings.environment }
    return check({
      folder: configFolder,
      load: () =>
        loadDocuments(source, {
          sandbox: sandbox === true,
          strict: strict === true ? true : lenient === true ? false : undefined,
        }),
      advice: advice === true,
      async checkEnvironment() {
        const { tls } = settings.listening
        const { errors, warnings } = tls ? await checkTlsFiles(tls) : { errors: [], warnings: [] }
        return { errors, warnings: [...settings.warnings, ...warnings] }
      },
      json: json === true,
      write,
    })
  },
}

/** `sluice check`: reports every problem of the documents and the environment, and what could be safer. */
import { defineCommand, jsonOption } from '../../../shared/cli/common/command.ts'
import type { GatewayParts } from '../../part.ts'
import { readSettings } from '../../runtime/settings/index.ts'

export const checkCommand = defineCommand({
  name: 'check',
  summary: 'check the documents and the environment without starting anything',
  words: '[FOLDER]',
  options: {
    advice: { help: 'also print what could be safer' },
    'from-apic': { help: 'also print what policies of API Connect do in another way' },
    json: jsonOption,
    lenient: { help: 'undefined names are warnings, in strict documents too' },
    sandbox: { help: 'accept what only the sandbox accepts' },
    strict: { help: 'undefined names are errors in every document' },
  },

  async run(
    { positionals: [folder], options: { advice, fromApic, json, lenient, sandbox, strict }, write },
    { gatewayParts }: GatewayParts,
  ) {
    const [{ checkDocuments: check }, { loadDocuments }, { checkTlsFiles }] = await Promise.all([
      import('./check.ts'),
      import('../../runtime/documents/open-documents.ts'),
      import('../../../shared/process/listening/check-tls-files.ts'),
    ])
    const settings = readSettings()
    const configFolder = folder ?? settings.configFolder
    const source = { configFolder, environment: settings.environment }
    return check({
      folder: configFolder,
      load: () => loadDocuments(source, gatewayParts, { sandbox, strict: strict ? true : lenient ? false : undefined }),
      advice,
      fromApic,
      async checkEnvironment() {
        const { tls } = settings.listening
        const { errors, warnings } = tls ? await checkTlsFiles(tls) : { errors: [], warnings: [] }
        return { errors, warnings: [...settings.warnings, ...warnings] }
      },
      json,
      write,
    })
  },
})

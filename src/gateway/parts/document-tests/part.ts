import type { GatewayPart } from '../../part.ts'
import { testCommand } from './commands/test-command.ts'

export const documentTestsPart: GatewayPart = {
  name: 'document-tests',
  commands: [testCommand],
  async editorSchemas() {
    const { testFileSchema } = await import('./engine/index.ts')
    const head = { $schema: 'http://json-schema.org/draft-07/schema#', title: 'Sluice: tests of documents' }
    return { test: Object.assign(head, testFileSchema) }
  },
  async compareDecisions(config, options) {
    const { compareDecisions } = await import('./engine/index.ts')
    return compareDecisions(config, options)
  },
}

import type { GatewayPart } from '../../part.ts'
import { importCommand } from './commands/import-command.ts'
import { initCommand } from './init/init-command.ts'

export const importPart: GatewayPart = {
  name: 'import',
  commands: [initCommand, importCommand],
  loadOpenApiImport: async () => ({
    readOpenApi: async (file) => (await (await import('./commands/read-openapi.ts')).readOpenApi(file)).document,
    readStarter: async (file, parts) => (await import('./init/read-starter.ts')).readStarter(file, parts),
    importApis: async (request, folder, parts) =>
      (await import('./engine/import-api-documents.ts')).importApiDocuments(request, folder, parts),
  }),
}

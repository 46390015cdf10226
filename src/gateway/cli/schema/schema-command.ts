/** `sluice schema`: a JSON Schema for each kind of document, for editors. */
import { defineCommand, UsageError } from '../../../shared/cli/common/command.ts'
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import type { GatewayParts } from '../../part.ts'

export const schemaCommand = defineCommand({
  name: 'schema',
  summary: 'print the JSON Schema of a kind of document, or write all of them to a folder',
  words: '[KIND]',
  usage: '[KIND] | --out FOLDER',
  options: { out: { value: 'FOLDER', help: 'write all schemas to this folder' } },

  async run({ positionals: [kind], options: { out }, write }, { gatewayParts }: GatewayParts) {
    const [
      { listEditorSchemas, renderEditorSchema, writeEditorSchemas },
      { openTables, readPolicyFiles },
      { readSettings },
    ] = await Promise.all([
      import('../common/write-editor-schemas.ts'),
      import('../../runtime/documents/index.ts'),
      import('../../runtime/settings/index.ts'),
    ])
    const own = await openTables(gatewayParts)
    const { specs } = await readPolicyFiles(readSettings().configFolder, own)
    const typeTables = { ...own, policies: [...own.policies, ...specs] }
    if (typeof out === 'string') {
      if (kind !== undefined) throw new UsageError('either a kind or --out, not both')
      const written = await writeEditorSchemas(out, typeTables, gatewayParts)
      write(`${written.length} schemas in ${out}: ${written.join(', ')}\n`)
      return 0
    }
    const schemas = await listEditorSchemas(typeTables, gatewayParts)
    const kinds = Object.keys(schemas)
    if (kind === undefined) throw new UsageError(`KIND or --out FOLDER is missing; the kinds are ${kinds.join(', ')}`)

    const found = schemas[kind]
    if (!found)
      throw new UsageError(`there is no kind "${kind}"${didYouMean(kind, kinds)}; there are ${kinds.join(', ')}`)
    write(renderEditorSchema(found))
    return 0
  },
})

/** `sluice schema`: a JSON Schema for each kind of document, for editors. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { replaceFile } from '../../lib/files/replace-file.ts'
import { didYouMean } from '../../lib/output/suggest.ts'
import { type Command, UsageError } from '../common/command.ts'

export const schemaCommand: Command = {
  name: 'schema',
  summary: 'print the JSON Schema of a kind of document, or write all of them to a folder',
  usage: '[KIND] | --out FOLDER',
  positionals: { min: 0, max: 1 },
  options: { out: { type: 'string', value: 'FOLDER', help: 'write all schemas to this folder' } },

  async run({ positionals: [kind], options: { out }, write }) {
    const [{ buildEditorSchemas: documentSchemas }, { typeTables: tables }] = await Promise.all([
      import('../../config/index.ts'),
      import('../../runtime/documents/open-documents.ts'),
    ])
    const schemas = documentSchemas(tables)
    const kinds = Object.keys(schemas)

    if (typeof out === 'string') {
      if (kind !== undefined) throw new UsageError('either a kind or --out, not both')
      await mkdir(out, { recursive: true })
      for (const [name, each] of Object.entries(schemas))
        await replaceFile(join(out, `${name}.json`), render(each))
      write(`${kinds.length} schemas in ${out}: ${kinds.join(', ')}\n`)
      return 0
    }
    if (kind === undefined)
      throw new UsageError(`KIND or --out FOLDER is missing; the kinds are ${kinds.join(', ')}`)

    const found = schemas[kind]
    if (!found)
      throw new UsageError(
        `there is no kind "${kind}"${didYouMean(kind, kinds)}; there are ${kinds.join(', ')}`,
      )
    write(render(found))
    return 0
  },
}

function render(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`
}

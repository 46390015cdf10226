/** Writes the JSON Schemas of the documents, which editors use, as files. */
import { join } from 'node:path'
import { buildEditorSchemas, type TypeTables } from '../../config/index.ts'
import { makeFolder } from '../../lib/files/make-folder.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'

/** Writes `{kind}.json` for each kind of document into a folder, which is created. Returns the kinds. */
export async function writeEditorSchemas(folder: string, tables: TypeTables): Promise<string[]> {
  await makeFolder(folder)
  const schemas = Object.entries(buildEditorSchemas(tables))
  for (const [kind, schema] of schemas) await replaceFile(join(folder, `${kind}.json`), renderEditorSchema(schema))
  return schemas.map(([kind]) => kind)
}

export function renderEditorSchema(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`
}

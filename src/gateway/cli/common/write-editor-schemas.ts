/** Writes the JSON Schemas of the documents, which editors use, as files. */
import { join } from 'node:path'
import { makeFolder } from '../../../shared/lib/files/make-folder.ts'
import { replaceFile } from '../../../shared/lib/files/replace-file.ts'
import { buildEditorSchemas, type TypeTables } from '../../config/index.ts'

/** Returns the schema of each kind of document by its name, and that of test files. */
export async function listEditorSchemas(tables: TypeTables): Promise<Readonly<Record<string, object>>> {
  const { testFileSchema } = await import('../../parts/document-tests/engine/index.ts')
  const head = { $schema: 'http://json-schema.org/draft-07/schema#', title: 'Sluice: tests of documents' }
  return { ...buildEditorSchemas(tables), test: { ...head, ...testFileSchema } }
}

/** Writes `{kind}.json` for each kind of document into a folder, which is created. Returns the kinds. */
export async function writeEditorSchemas(folder: string, tables: TypeTables): Promise<string[]> {
  await makeFolder(folder)
  const schemas = Object.entries(await listEditorSchemas(tables))
  for (const [kind, schema] of schemas) await replaceFile(join(folder, `${kind}.json`), renderEditorSchema(schema))
  return schemas.map(([kind]) => kind)
}

export function renderEditorSchema(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`
}

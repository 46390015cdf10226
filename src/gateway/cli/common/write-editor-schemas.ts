/** Writes the JSON Schemas of the documents, which editors use, as files. */
import { join } from 'node:path'
import { makeFolder } from '../../../shared/lib/files/make-folder.ts'
import { replaceFile } from '../../../shared/lib/files/replace-file.ts'
import { buildEditorSchemas, type TypeTables } from '../../config/index.ts'
import type { GatewayPart } from '../../part.ts'

/** Returns the schema of each kind of document by its name, and those of the files that parts read. */
export async function listEditorSchemas(
  tables: TypeTables,
  parts: readonly GatewayPart[],
): Promise<Readonly<Record<string, object>>> {
  const rows = await Promise.all(parts.map(({ editorSchemas }) => editorSchemas?.()))
  return Object.assign(buildEditorSchemas(tables), ...rows)
}

/** Writes `{kind}.json` for each kind of document into a folder, which is created. Returns the kinds. */
export async function writeEditorSchemas(
  folder: string,
  tables: TypeTables,
  parts: readonly GatewayPart[],
): Promise<string[]> {
  await makeFolder(folder)
  const schemas = Object.entries(await listEditorSchemas(tables, parts))
  for (const [kind, schema] of schemas) await replaceFile(join(folder, `${kind}.json`), renderEditorSchema(schema))
  return schemas.map(([kind]) => kind)
}

export function renderEditorSchema(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`
}

/** Describes the operations of an OpenAPI file with their example responses. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiDescription, describeApi, escapeReferences } from '../../../gateway/config/index.ts'
import { replaceFile } from '../../../shared/lib/files/replace-file.ts'

/** Returns the operations of a bundled file by `METHOD /path`. Rejects with a message for the user when it has none. */
export async function describeOperations(document: unknown, location: string): Promise<ApiDescription['operations']> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-mock-'))
  try {
    await replaceFile(join(folder, 'api.yaml'), escapeReferences(JSON.stringify(document)))
    const { operations = {} } = (await describeApi(folder, 'api.yaml', {})) ?? {}
    if (Object.keys(operations).length > 0) return operations
    throw new Error(`${location} describes no operation: an OpenAPI file has them below "paths"`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

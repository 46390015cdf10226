/** Reads the operations of an OpenAPI file with their example responses. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type ApiDescription, describeApi, escapeReferences } from '../../config/index.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import { type ReadOpenApiOptions, readOpenApi } from '../import/read-openapi.ts'

/** Returns the operations by `METHOD /path`. Rejects with a message for the user, also for a file without operations. */
export async function describeOpenApi(options: ReadOpenApiOptions): Promise<ApiDescription['operations']> {
  const { document } = await readOpenApi(options)
  const folder = await mkdtemp(join(tmpdir(), 'sluice-mock-'))
  try {
    await replaceFile(join(folder, 'api.yaml'), escapeReferences(JSON.stringify(document)))
    const { operations = {} } = (await describeApi(folder, 'api.yaml', {})) ?? {}
    if (Object.keys(operations).length > 0) return operations
    throw new Error(`${options.location} describes no operation: an OpenAPI file has them below "paths"`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A folder of documents with user registries in it, and nothing else. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { userRegistryTypes } from '../../../src/shared/registries/index.ts'

export const tables = { registries: userRegistryTypes, securities: [], policies: [], isSecretHash: () => true }

export async function writeDocuments(registries: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-cli-'))
  const names = Object.keys(registries).join(', ')
  const files = {
    'catalogs/main/catalog.yaml': `{ name: main, org: acme, api_user_registries: [${names}], oauth_providers: [] }`,
    ...Object.fromEntries(
      Object.entries(registries).map(([name, members]) => [`providers/${name}.yaml`, `name: ${name}\n${members}\n`]),
    ),
  }
  await mkdir(join(folder, 'apis'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

export function removeDocuments(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 10 })
}

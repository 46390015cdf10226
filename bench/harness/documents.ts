/** Writes documents with further APIs or applications in addition to the measured ones. */
import { appendFile, cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const documents = fileURLToPath(new URL('../documents', import.meta.url))

/**
 * Writes a folder with copies of the measured API, `bench-{n}` at `/bench-{n}`, and of its application. Returns
 * its path.
 */
export async function writeManyDocuments({ apis = 0, applications = 0 }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-documents-'))
  await cp(documents, folder, { recursive: true })
  await writeApis(folder, apis)
  await writeApplications(folder, applications)
  return folder
}

/** Writes a folder with the measured API and `scripted.yaml` beside it. Returns its path. */
export async function writeScriptedDocuments(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-documents-'))
  await cp(documents, folder, { recursive: true })
  await cp(fileURLToPath(new URL('scripted.yaml', import.meta.url)), join(folder, 'apis/scripted.yaml'))
  const file = join(folder, 'catalogs/bench/products/bench.yaml')
  const product = await readFile(file, 'utf8')
  const listed = product
    .replace('apis: { bench: {', 'apis: { scripted: { name: "scripted:1.0.0" }, bench: {')
    .replace('    apis: { bench: {}', '    apis: { scripted: {}, bench: {}')
  await writeFile(file, listed)
  return folder
}

/** Writes a folder in which the provider has introspection and OpenID Connect. Returns its path. */
export function writeOpenidDocuments(): Promise<string> {
  return writeProviderDocuments('  token_introspection: { enabled: true }\n  openid_connect: { enabled: true }\n')
}

/** Writes a folder in which the provider binds tokens by DPoP proofs. Returns its path. */
export function writeDpopDocuments(): Promise<string> {
  return writeProviderDocuments('  dpop: { enabled: true }\n')
}

async function writeProviderDocuments(more: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-documents-'))
  await cp(documents, folder, { recursive: true })
  await appendFile(join(folder, 'providers/oauth.yaml'), more)
  return folder
}

async function writeApis(folder: string, count: number): Promise<void> {
  const api = await readFile(join(documents, 'apis/bench.yaml'), 'utf8')
  const names = Array.from({ length: count }, (_, index) => `bench-${index}`)
  await mkdir(join(folder, 'apis/many'))
  for (const name of names) {
    const text = api.replace('x-ibm-name: bench', `x-ibm-name: ${name}`).replace('url: /bench', `url: /${name}`)
    await writeFile(join(folder, 'apis/many', `${name}.yaml`), text)
  }

  const file = join(folder, 'catalogs/bench/products/bench.yaml')
  const product = await readFile(file, 'utf8')
  const listed = product
    .replace(
      'apis: { bench: {',
      `apis: { ${names.map((name) => `${name}: { name: "${name}:1.0.0" }, `).join('')}bench: {`,
    )
    .replace('    apis: { bench: {}', `    apis: { ${names.map((name) => `${name}: {}, `).join('')}bench: {}`)
  await writeFile(file, listed)
}

async function writeApplications(folder: string, count: number): Promise<void> {
  const shelf = join(folder, 'catalogs/bench/applications')
  const application = await readFile(join(shelf, 'bench.yaml'), 'utf8')
  for (let index = 0; index < count; index += 1) {
    const text = application
      .replace('name: bench', `name: bench-${index}`)
      .replace('client_id: bench', `client_id: bench-${index}`)
    await writeFile(join(shelf, `bench-${index}.yaml`), text)
  }
}

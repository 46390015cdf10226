/** Writes the first documents. They are written aside and checked, so that the folder gets all of them or none. */
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import {
  applicationFilePath,
  loadConfig,
  renderApplication,
  renderProblem,
  type TypeTables,
} from '../../config/index.ts'
import { addUser, openUsersInFile } from '../../registries/index.ts'
import { generateClientId, generateSecret, hashSecret } from '../../security/index.ts'
import { writeEditorSchemas } from '../common/write-editor-schemas.ts'
import { planName, registryName, renderStarterDocuments, type StarterContent } from './starter-documents.ts'

/** The credentials that are shown once. */
export interface Starter {
  clientId: string
  clientSecret: string
  /** The password of the first local user; undefined with an authentication URL. */
  password?: string | undefined
}

const applicationName = 'first-app'

/**
 * Writes documents, schemas, the first application and the first local user into a folder, which is created. Rejects when
 * the folder has one of the entries already, or when a file cannot be written; the folder is unchanged then.
 */
export async function writeStarter(
  folder: string,
  content: StarterContent,
  tables: TypeTables,
): Promise<Starter> {
  await mkdir(folder, { recursive: true })
  const aside = await mkdtemp(join(folder, '.sluice-init-'))
  try {
    const starter = await fill(aside, content, tables)
    await check(aside, tables)
    await moveEntries(aside, folder)
    return starter
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

async function fill(folder: string, content: StarterContent, tables: TypeTables): Promise<Starter> {
  const { answers } = content
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  for (const [path, text] of renderStarterDocuments(content)) await write(path, text)
  await writeEditorSchemas(join(folder, 'schemas'), tables)
  await write('.gitignore', 'data/\n')

  const [clientId, clientSecret] = [generateClientId(), generateSecret()]
  const application = renderApplication({
    name: applicationName,
    clientType: 'confidential',
    clientId,
    secretHash: await hashSecret(clientSecret),
    grants: ['password', 'refresh_token'],
    redirectEndpoints: [],
    subscriptions: [{ product: answers.api, plan: planName }],
  })
  const catalog = { location: { file: `catalogs/${answers.catalog}/catalog.yaml`, line: 1, column: 1 } }
  await write(applicationFilePath(catalog, applicationName), application)

  if (answers.authurl !== '') return { clientId, clientSecret }
  const password = generateSecret()
  const file = join(folder, 'data', 'users', `${registryName}.json`)
  const users = openUsersInFile({ file, caseSensitive: false })
  await addUser(users, answers.user, password)
  return { clientId, clientSecret, password }
}

/** Rejects when the documents have an error, which would be a mistake of this command. */
async function check(folder: string, tables: TypeTables): Promise<void> {
  const { config, problems } = await loadConfig(folder, tables, { SLUICE_DATA: join(folder, 'data') })
  if (!config) throw new Error(`the documents have errors:\n${problems.map(renderProblem).join('\n')}`)
}

async function moveEntries(from: string, to: string): Promise<void> {
  const [names, present] = [await readdir(from), await readdir(to)]
  const taken = names.filter((name) => present.includes(name) && name !== '.gitignore')
  if (taken.length > 0)
    throw new Error(`${to} has ${taken.join(', ')} already: name an empty folder, or remove them`)
  for (const name of names) if (!present.includes(name)) await rename(join(from, name), join(to, name))
}

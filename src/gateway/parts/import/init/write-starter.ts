/** Writes the first documents. They are written aside and checked, so that the folder gets all of them or none. */
import { chmod, constants, copyFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../../../shared/lib/files/make-folder.ts'
import { addUser, openUsersInFile } from '../../../../shared/registries/index.ts'
import { generateClientId, generateSecret, hashSecret } from '../../../../shared/security/index.ts'
import { writeEditorSchemas } from '../../../cli/common/write-editor-schemas.ts'
import {
  type Api,
  applicationFilePath,
  describeApi,
  loadConfig,
  renderApplication,
  renderProblem,
  type TypeTables,
} from '../../../config/index.ts'
import type { GatewayPart } from '../../../part.ts'
import { openTables } from '../../../runtime/documents/index.ts'
import { type ExampleCall, findExampleCall } from '../commands/example-call.ts'
import { type FirstTestsOptions, renderFirstTests } from '../commands/first-tests.ts'
import { addCredentialToApi, enableTlsProfile, renderTlsProfile, type UpstreamCredential } from '../engine/index.ts'
import { planName, registryName, renderStarterDocuments, type StarterContent } from './starter-documents.ts'

/** What was written: the API as a gateway serves it, and the credentials, which are shown once. */
export interface Starter extends Credentials {
  api: Api
  /** A call to try; undefined for an API without operations. */
  call: ExampleCall | undefined
  /** Whether tests of the call were written. */
  hasTests: boolean
}

interface Credentials {
  clientId: string
  clientSecret: string
  /** The password of the first local user; undefined with an authentication URL. */
  password?: string | undefined
}

const applicationName = 'first-app'
const unfinishedPrefix = '.sluice-init-'

const usersFile = join('users', `${registryName}.json`)

/**
 * Writes documents, schemas, the first application and the first local user into a folder, which is created. The user is in
 * `dataFolder` when there is one, and otherwise in the folder `data` beside the documents. Rejects when the folder has one of the
 * entries already, or when a file cannot be written; the folder is unchanged then.
 */
export async function writeStarter(
  folder: string,
  content: StarterContent,
  parts: readonly GatewayPart[],
  dataFolder = join(folder, 'data'),
): Promise<Starter> {
  const tables = await openTables(parts)
  await makeFolder(folder)
  for (const name of await readdir(folder))
    if (name.startsWith(unfinishedPrefix)) await rm(join(folder, name), { recursive: true }) // of an `init` that was killed
  const aside = await mkdtemp(join(folder, unfinishedPrefix))
  try {
    const credentials = await fill(aside, content)
    await writeEditorSchemas(join(aside, 'schemas'), tables, parts)
    const api = await check(aside, tables)
    await requireFreeNames(aside, folder)
    if (credentials.password !== undefined && dataFolder !== join(folder, 'data'))
      await moveUsers(join(aside, 'data'), dataFolder)
    const description = await describeApi(aside, api.location.file, {})
    const call = description && findExampleCall(api, description)
    if (content.answers.credential) await addCredential(aside, content.answers, content.answers.credential)
    const hasTests = await writeFirstTests(aside, { ...content.answers, ...credentials, api, call })
    await moveEntries(aside, folder)
    return { ...credentials, api, call, hasTests }
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

async function fill(folder: string, content: StarterContent): Promise<Credentials> {
  const { answers } = content
  const write = async (path: string, text: string) => {
    await makeFolder(dirname(join(folder, path)))
    await writeFile(join(folder, path), text)
  }
  for (const [path, text] of renderStarterDocuments(content)) await write(path, text)
  await write('.gitignore', 'data/\n')

  const [clientId, clientSecret] = [generateClientId(), generateSecret()]
  const application = renderApplication({
    name: applicationName,
    clientType: 'confidential',
    clientId,
    secretHash: await hashSecret(clientSecret),
    settings: { grants: ['password', 'refresh_token'] },
    subscriptions: [{ product: answers.api, plan: planName }],
  })
  const catalog = { location: { file: `catalogs/${answers.catalog}/catalog.yaml`, line: 1, column: 1 } }
  await write(applicationFilePath(catalog, applicationName), application)

  if (answers.authurl !== '') return { clientId, clientSecret }
  const password = generateSecret()
  const users = openUsersInFile({ file: join(folder, 'data', usersFile), caseSensitive: false })
  await addUser(users, answers.user, password)
  return { clientId, clientSecret, password }
}

/** Adds the credential after the check, because what it refers to may not be there yet. */
async function addCredential(
  folder: string,
  { api, catalog }: StarterContent['answers'],
  credential: UpstreamCredential,
): Promise<void> {
  const change = async (path: string, edit: (text: string) => string) =>
    writeFile(join(folder, path), edit(await readFile(join(folder, path), 'utf8')))
  await change(`apis/${api}.yaml`, (text) => addCredentialToApi(text, credential))
  const { tlsProfile } = credential
  if (!tlsProfile) return
  const [file, text] = renderTlsProfile(tlsProfile)
  await writeFile(join(folder, file), text)
  await change(`catalogs/${catalog}/catalog.yaml`, (document) => enableTlsProfile(document, tlsProfile))
}

type FirstTests = Omit<FirstTestsOptions, 'call'> & { call: ExampleCall | undefined; org: string }

async function writeFirstTests(folder: string, { org, catalog, call, ...options }: FirstTests): Promise<boolean> {
  const text = call && renderFirstTests({ ...options, call, catalog: `/${org}/${catalog}` })
  if (text === undefined) return false
  await writeFile(join(folder, options.api.location.file.replace(/\.yaml$/, '.test.yaml')), text)
  return true
}

/** Returns the API. Rejects when the documents have an error, which would be a mistake of this command. */
async function check(folder: string, tables: TypeTables): Promise<Api> {
  const { config, problems } = await loadConfig(folder, tables, { SLUICE_DATA: join(folder, 'data') })
  const api = config?.catalogs[0]?.apis[0]
  if (!api) throw new Error(`the documents have errors:\n${problems.map(renderProblem).join('\n')}`)
  return api
}

async function requireFreeNames(from: string, to: string): Promise<void> {
  const [names, present] = [await readdir(from), await readdir(to)]
  const taken = names.filter((name) => present.includes(name) && name !== '.gitignore')
  if (taken.length > 0) throw new Error(`${to} has ${taken.join(', ')} already: name an empty folder, or remove them`)
}

/** Moves the users into another data folder, which may be on another disk. */
async function moveUsers(from: string, to: string): Promise<void> {
  const target = join(to, usersFile)
  await makeFolder(dirname(target), { mode: 0o700 })
  await copyFile(join(from, usersFile), target, constants.COPYFILE_EXCL).catch((error) => {
    if (error.code !== 'EEXIST') throw error
    throw new Error(`${target} exists already: set SLUICE_DATA to another folder, or remove the file`)
  })
  await chmod(target, 0o600) // it has hashes of passwords
  await rm(from, { recursive: true })
}

/** Moves the catalogs last: without them, no gateway starts over what a killed `init` has moved. */
async function moveEntries(from: string, to: string): Promise<void> {
  const isLast = (name: string) => Number(name === 'catalogs')
  const [names, present] = [await readdir(from), await readdir(to)]
  for (const name of names.toSorted((a, b) => isLast(a) - isLast(b)))
    if (!present.includes(name)) await rename(join(from, name), join(to, name))
}

/** The verbs of `sluice apps` over documents of a test. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { loadConfig, openFileStorage } from '../../../../../src/gateway/config/index.ts'
import type { AppsArguments } from '../../../../../src/gateway/parts/applications/commands/apps-verb.ts'
import { appsVerbs } from '../../../../../src/gateway/parts/applications/commands/verbs.ts'
import {
  combineStorages,
  openStoredApplications,
} from '../../../../../src/gateway/runtime/applications/stored-applications.ts'
import { openMemoryStore } from '../../../../../src/shared/storage/index.ts'
import { type Files, folderWith, valid } from '../../../config/_support/folder.ts'
import { tables } from '../../../config/_support/tables.ts'

export const file = 'catalogs/sandbox/applications/app.yaml'
export const confidential = { [file]: 'name: app\n# kept\ncredentials:\n  - client_id: app-id\n' }
const nothing: Omit<AppsArguments, 'positionals'> = {
  catalog: undefined,
  clientId: undefined,
  title: undefined,
  state: undefined,
  grant: [],
  redirect: [],
  subscribe: [],
  public: false,
  keepOld: false,
  keep: undefined,
  expiresIn: undefined,
  plan: [],
  replace: false,
  dryRun: false,
  json: true,
}

/** Opens the verbs over documents, and a store in memory. */
export async function openVerbs(t: ExecutionContext, files: Files = confidential, environment = {}) {
  const folder = await folderWith(t, files)
  const trail: object[] = []
  let typed = ''
  const store = openMemoryStore({ clock: Date.now })
  const uses = new Map<string, number>()
  const known = { isRead: true }

  async function run(verb: keyof typeof appsVerbs, words: string[] = [], call: Partial<AppsArguments> = {}) {
    let output = ''
    const stored = await openStoredApplications(store, Date.now)
    const texts = stored.texts()
    const status = await appsVerbs[verb](
      { ...nothing, positionals: words, ...call },
      {
        folder,
        stored: texts,
        storage: combineStorages(openFileStorage(folder), stored.storage),
        storedApplications: stored.storage,
        load: (overlay) => loadConfig(folder, tables, environment, { sandbox: true, overlay, stored: texts }),
        audit: async (action, details) => void trail.push({ action, ...details }),
        lastUsed: async (_catalog, credentials) =>
          known.isRead ? credentials.map(({ secretHashes }) => secretHashes.map((hash) => uses.get(hash))) : undefined,
        readSecret: async () => typed,
        write: (text) => {
          output += text
        },
      },
    )
    return { status, output, facts: call.json === false ? undefined : JSON.parse(output) }
  }
  const verify = async (name: string, secret: string) => {
    typed = secret
    return (await run('verify', [name])).status === 0
  }
  return { folder, store, trail, uses, known, run, verify, read: () => readFile(join(folder, file), 'utf8') }
}

const catalogFile = 'catalogs/sandbox/catalog.yaml'

/** Documents whose catalog keeps applications in the store, besides one in a file. */
export const storing: Files = {
  ...confidential,
  'providers/staff.yaml': 'name: staff\ntitle: Staff\nregistry_type: lur\nusers_file: staff.json\n',
  [catalogFile]: valid[catalogFile].replace(
    '[users]',
    '[users, staff]\nportal: { user_registry: staff, applications: store }',
  ),
}

/** `sluice apps create`: a new application with a client id and, unless it is public, a secret. */
import { randomBytes } from 'node:crypto'
import { access } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'

import { stringify } from 'yaml'

import type { Catalog } from '../../config/types.ts'
import { hashSecret } from '../../lib/secret-hash.ts'
import { addDocument } from './change.ts'
import { findCatalog, findPlan } from './find.ts'
import { newSecret } from './secrets.ts'
import { type AppsCall, type AppsTools, tell, type Verb } from './tools.ts'

export const create: Verb = {
  usage:
    'NAME [--title TEXT] [--public] [--grant GRANT]... [--redirect URI]... [--subscribe PRODUCT/PLAN]...',
  words: 1,
  options: ['client-id', 'title', 'public', 'grant', 'redirect', 'subscribe'],

  async run(call, tools) {
    const [name = ''] = call.words
    const catalog = await findCatalog(call, tools)
    if (catalog.applications.some((each) => each.name === name))
      throw new Error(`there is an application "${name}" already`)

    const clientId = call.clientId ?? randomBytes(16).toString('hex')
    const secret = call.isPublic ? undefined : newSecret()
    const document = await documentOf(name, clientId, secret, call, catalog)
    const file = join(dirname(catalog.place.file), 'applications', `${basename(name)}.yaml`)
    await addDocument(file, `${await headOf(file, tools)}${stringify(document, { lineWidth: 0 })}`, tools)
    await tools.audit('apps create', { catalog: catalog.path, application: name, clientId })

    const shown = secret === undefined ? '' : `\nclient secret  ${secret}   (it is shown this once)`
    const text = `${name} has been written to ${file}\nclient id      ${clientId}${shown}`
    tell(call, tools, text, { application: name, file, clientId, ...(secret && { clientSecret: secret }) })
    return 0
  },
}

async function documentOf(
  name: string,
  clientId: string,
  secret: string | undefined,
  { title, isPublic, grants, redirects, subscriptions }: AppsCall,
  catalog: Catalog,
) {
  return {
    name,
    ...(title !== undefined && { title }),
    client_type: isPublic ? 'public' : 'confidential',
    ...(grants.length > 0 && { grants }),
    credentials: [
      {
        client_id: clientId,
        ...(secret !== undefined && { client_secret_hashes: [await hashSecret(secret)] }),
      },
    ],
    ...(redirects.length > 0 && { redirect_endpoints: redirects }),
    subscriptions: subscriptions.map((each) => findPlan(catalog, each)),
  }
}

/** Where the configuration holds the schemas, editors are told of the document's. */
async function headOf(file: string, { folder }: AppsTools): Promise<string> {
  const schema = 'schemas/application.json'
  const there = await access(join(folder, schema)).then(
    () => true,
    () => false,
  )
  return there ? `# yaml-language-server: $schema=${relative(dirname(file), schema)}\n` : ''
}

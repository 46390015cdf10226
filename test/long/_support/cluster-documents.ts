/** The documents of the simulated cluster: an API, and applications without a limit and with a hard one. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hashSecret } from '../../../src/shared/security/index.ts'

export const catalogPath = '/acme/cluster'
export const tokenPath = `${catalogPath}/oauth/oauth2/token`
export const revocationPath = `${catalogPath}/oauth/oauth2/revoke`
export const apiPath = `${catalogPath}/things/all`
export const clientSecret = 'cluster-secret'
/** The calls that the application `limited` may make per day, over all nodes, after each start of Redis. */
export const hardLimit = 600

/** Writes the documents. `backend` is the port of the upstream, which is also the authentication URL. */
export async function writeClusterDocuments(folder: string, backend: number): Promise<void> {
  const hash = await hashSecret(clientSecret)
  const application = (name: string, plan: string) => `name: ${name}
credentials: [{ client_id: ${name}, client_secret_hashes: ["${hash}"] }]
subscriptions: [{ product: things, plan: ${plan} }]
`
  const files = {
    'providers/users.yaml': `name: users
title: Users
registry_type: authurl
endpoint: { endpoint: "http://127.0.0.1:${backend}/authenticate" }
`,
    'providers/oauth.yaml': `name: oauth
provider_type: native
grants: [password]
scopes: { things: Everything }
native_provider:
  user_registry: users
  refresh_token: { enabled: true }
  revocation: { application_revocation: { enabled: true } }
  failed_attempts: { user: { count: 0 }, client: { count: 0 }, address: { count: 0 } }
`,
    'catalogs/cluster/catalog.yaml': `name: cluster
org: acme
api_user_registries: [users]
oauth_providers: [oauth]
`,
    'catalogs/cluster/products/things.yaml': `product: 1.0.0
info: { name: things, version: 1.0.0 }
apis: { things: { name: "things:1.0.0" } }
plans:
  open: { apis: { things: {} } }
  hard: { rate-limits: { default: { value: ${hardLimit}/1day, hard-limit: true } }, apis: { things: {} } }
`,
    'catalogs/cluster/applications/open.yaml': application('open', 'open'),
    'catalogs/cluster/applications/limited.yaml': application('limited', 'hard'),
    'apis/things.yaml': `openapi: 3.0.3
info: { title: Things, version: 1.0.0, x-ibm-name: things }
servers: [{ url: /things }]
components:
  securitySchemes:
    oauth:
      type: oauth2
      x-ibm-oauth-provider: oauth
      flows: { password: { tokenUrl: "http://$(catalog.url)/oauth/oauth2/token", scopes: { things: Everything } } }
security: [{ oauth: [things] }]
paths:
  /all: { get: { responses: { "200": { description: OK } } } }
x-ibm-configuration:
  type: rest
  gateway: datapower-api-gateway
  assembly: { execute: [{ invoke: { version: 2.0.0, target-url: "http://127.0.0.1:${backend}/all" } }] }
`,
  }
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
}

/** A client that is named by the URL of its metadata document, which a real https server has behind a CA of its own. */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test from 'ava'
import { certificate } from '../_support/certificates.ts'
import { caller } from '../_support/client.ts'
import { changeText } from '../_support/documents.ts'
import { eventually } from '../_support/eventually.ts'
import { temporaryFolder } from '../_support/product.ts'
import { sharedProduct } from '../_support/shared-product.ts'
import { openBrowser, type Page, proof } from '../gateway/oauth/_support/browser.ts'

const environment: Record<string, string> = {}
const callback = 'http://127.0.0.1/callback'
/** A server whose certificate is of the CA that the product trusts, and one with another certificate. */
const servers: Record<string, Server> = {}
const requested: string[] = []
let removeAuthority: (() => Promise<void>) | undefined

// Before the product starts: it gets the CA at its start.
test.serial.before(async () => {
  const [folder, remove] = await temporaryFolder()
  removeAuthority = remove
  const authority = await certificate('CA of the test')
  environment.NODE_EXTRA_CA_CERTS = join(folder, 'ca.pem')
  await writeFile(environment.NODE_EXTRA_CA_CERTS, authority.cert)
  for (const [name, issuer] of Object.entries({ trusted: authority, stranger: undefined })) {
    const server = createServer(await certificate('localhost', issuer, ['localhost']), (request, response) => {
      requested.push(`${name} ${request.url}`)
      const metadata = {
        client_id: `https://${request.headers.host}${request.url}`,
        client_name: 'Notes',
        application_type: 'native',
        redirect_uris: [callback],
        token_endpoint_auth_method: 'none',
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    servers[name] = server
  }
})
const product = sharedProduct(test, environment)
test.after.always(async () => {
  for (const server of Object.values(servers)) server.close().closeAllConnections()
  await removeAuthority?.()
})

function issuer(): string {
  return `${product.gateway}/acme/sandbox/customer-oauth`
}

function changeProvider(from: string, to: string): Promise<void> {
  return changeText(join(product.folder, 'providers/customer-oauth.yaml'), from, to)
}

async function readMetadata(): Promise<Record<string, unknown>> {
  const response = await fetch(`${issuer()}/.well-known/oauth-authorization-server`)
  return (await response.json()) as Record<string, unknown>
}

function clientAt(server: string): string {
  return `https://localhost:${((servers[server] as Server).address() as AddressInfo).port}/client.json`
}

/** Returns the sign-in page of a client with this URL. */
function begin(browser: ReturnType<typeof openBrowser>, client_id: string, challenge: string): Promise<Page> {
  const form = { client_id, redirect_uri: callback, response_type: 'code', scope: 'customer', state: 's' }
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  return browser.get(`${issuer()}/oauth2/authorize?${new URLSearchParams({ ...form, ...pkce })}`)
}

test('a client signs a user in by the document of its https server, once private addresses are allowed', async (t) => {
  const enabled = 'clients: [confidential, public]\n  registration:\n    product: customer\n    plan: default-plan\n'
  await changeProvider('clients: [confidential]\n', `${enabled}    metadata_documents: { enabled: true }\n`)
  await eventually(async () => (await readMetadata()).client_id_metadata_document_supported || undefined)
  const browser = openBrowser(product.gateway)
  const { verifier, challenge } = proof()
  const client_id = clientAt('trusted')
  const refused = await begin(browser, client_id, challenge)
  t.is(refused.status, 400, refused.text)
  t.deepEqual(requested, [], 'the server is on a private address')

  await changeProvider(
    'metadata_documents: { enabled: true',
    'metadata_documents: { enabled: true, private_addresses: true',
  )
  const page = await eventually(async () => {
    const shown = await begin(browser, client_id, challenge)
    return shown.status === 200 ? shown : undefined
  })
  t.regex(page?.text ?? '', /to continue to <strong>Notes<\/strong>/)
  t.deepEqual([...new Set(requested)], ['trusted /client.json'])

  const consent = await browser.submit(page as Page, { username: 'alice', password: 'wonderland' })
  const done = new URL((await browser.submit(consent, { decision: 'allow' })).url)
  const code = String(done.searchParams.get('code'))
  const form = { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier, client_id }
  const response = await fetch(`${issuer()}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token } = (await response.json()) as { access_token: string }
  const call = caller(`${product.gateway}/acme/sandbox/customerdb/v1`, token)
  t.is((await call('GET', '/customers')).status, 200)

  const untrusted = await begin(browser, clientAt('stranger'), challenge)
  t.is(untrusted.status, 400, 'a certificate of another CA')
  t.regex(untrusted.text, /The metadata document of the client was not accepted/)
  t.false(requested.some((each) => each.startsWith('stranger')))
})

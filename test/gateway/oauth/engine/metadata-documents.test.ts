/** Clients that are named by the URL of their metadata document, through the pages of the provider. */
import test, { type ExecutionContext } from 'ava'
import type { RegisteredApplication } from '../../../../src/gateway/oauth/request/provider-parts.ts'
import { openBrowser, proof, redemption } from '../_support/browser.ts'
import { application } from '../_support/documents.ts'
import { type Running, run } from '../_support/provider.ts'

const id = 'https://client.example/oauth/metadata.json'
const redirect = 'https://client.example/callback'

const ownFetch = globalThis.fetch
let served: { body: object | string; status?: number; headers?: Record<string, string> }
const fetched: string[] = []

test.beforeEach(() => {
  fetched.length = 0
  served = { body: metadata() }
  globalThis.fetch = async (url, options) => {
    if (!String(url).startsWith('https:')) return ownFetch(url, options)
    fetched.push(String(url))
    const { body, status = 200, headers = {} } = served
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
  }
})

test.after.always(() => {
  globalThis.fetch = ownFetch
})

function metadata(changes: object = {}) {
  return {
    client_id: id,
    client_name: 'Notes',
    redirect_uris: [redirect],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    ...changes,
  }
}

async function open(t: ExecutionContext, documents: { hosts?: string[]; allowsPrivateAddresses?: boolean } = {}) {
  const made: RegisteredApplication[] = []
  const changed: object[] = []
  const { hosts = [], allowsPrivateAddresses = false } = documents
  const running = await run(t, {
    settings: {
      grants: new Set(['access_code', 'application'] as const),
      clientTypes: new Set(['confidential', 'public']),
      registration: {
        initialAccessToken: undefined,
        product: 'customer',
        plan: 'default-plan',
        maxApplications: 3,
        allowed: { grants: new Set(['access_code']), details: undefined, tokenCeiling: {} },
        metadataDocuments: { hosts: new Set(hosts), allowsPrivateAddresses },
      },
    },
    registeredApplications: {
      async create(wanted) {
        made.push(wanted)
        running.people.known.set(wanted.clientId, { clientId: wanted.clientId, application: toApplication(wanted) })
      },
      async change(name, change) {
        changed.push({ name, ...change })
        const known = running.people.known.get(id)
        if (known) running.people.known.set(id, { ...known, application: { ...known.application, ...change } })
      },
      remove: async () => {},
    },
  })
  return { running, made, changed, browser: openBrowser(running.baseUrl) }
}

function toApplication({ name, clientId, title, clientType, grants, redirectEndpoints }: RegisteredApplication) {
  const owner = 'registration at oauth'
  return application(clientId, { name, title, owner, clientType, redirectEndpoints, grants: new Set(grants) as never })
}

function requestOf({ issuer }: Running, challenge: string, changes: Record<string, string> = {}) {
  const form = {
    client_id: id,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'customer',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 's',
    ...changes,
  }
  return `${issuer}/oauth2/authorize?${new URLSearchParams(form)}`
}

test.serial('a client signs a user in by its document, and is an application of the catalog', async (t) => {
  const { running, made, browser } = await open(t)
  const { verifier, challenge } = proof()
  const page = await browser.get(requestOf(running, challenge))
  t.regex(page.text, /to continue to <strong>Notes<\/strong>/)
  t.like(made, [{ clientId: id, title: 'Notes', clientType: 'public', redirectEndpoints: [redirect] }] as never)

  const consent = await browser.submit(page, { username: 'alice', password: 'alice-password' })
  const done = await browser.submit(consent, { decision: 'allow' })
  const form = { ...redemption(done.url, verifier), client_id: id, redirect_uri: redirect }
  Reflect.deleteProperty(form, 'client_secret')
  const { status, body } = await running.post(form)
  t.is(status, 200, JSON.stringify(body))
  t.like(running.provider.verify(body.access_token), { clientId: id, subject: 'alice' })
  t.is(fetched.length, 1, 'the document is read once')

  const shown = (await (await ownFetch(`${running.issuer}/.well-known/oauth-authorization-server`)).json()) as object
  t.like(shown, { client_id_metadata_document_supported: true })
  t.false('registration_endpoint' in shown)
})

test.serial('a changed document changes the application, once the cached one is stale', async (t) => {
  const { running, changed, browser } = await open(t)
  await browser.get(requestOf(running, proof().challenge))
  await running.restart()
  served = { body: metadata({ client_name: 'Notes 2' }) }
  t.regex((await browser.get(requestOf(running, proof().challenge))).text, /<strong>Notes 2<\/strong>/)
  t.like(changed, [{ title: 'Notes 2', redirectEndpoints: [redirect] }])
})

for (const [title, body, words] of [
  ['another client_id', metadata({ client_id: `${id}2` }), /client_id does not match/],
  ['a secret', metadata({ client_secret: 'x' }), /must not contain client_secret/],
  ['authentication by secret', metadata({ token_endpoint_auth_method: 'client_secret_post' }), /shared-secret/],
  [
    'a redirect URI of another origin',
    metadata({ redirect_uris: ['https://evil.example/'] }),
    /found https:\/\/evil\.example/,
  ],
  ['no redirect URI', metadata({ redirect_uris: undefined }), /not accepted/],
  ['no JSON', '<html>', /not accepted/],
  ['more than 5 KiB', metadata({ client_name: 'x'.repeat(6000) }), /not accepted/],
] as [string, object | string, RegExp][]) {
  test.serial(`refuses a document with ${title}, and makes no application`, async (t) => {
    const { running, made, browser } = await open(t)
    served = { body }
    const page = await browser.get(requestOf(running, proof().challenge))
    t.is(page.status, 400)
    t.regex(page.text, words)
    t.deepEqual(made, [])
  })
}

test.serial('refuses a document that is redirected or missing', async (t) => {
  const { running, made, browser } = await open(t)
  for (const status of [302, 404, 500]) {
    served = { body: metadata(), status, headers: { location: redirect } }
    t.is((await browser.get(requestOf(running, proof().challenge))).status, 400, String(status))
  }
  t.deepEqual(made, [])
})

test.serial('a redirect URI on the device of the user is accepted', async (t) => {
  const { running, made, browser } = await open(t)
  const native = 'http://127.0.0.1/callback'
  served = { body: metadata({ application_type: 'native', redirect_uris: [native] }) }
  const page = await browser.get(requestOf(running, proof().challenge, { redirect_uri: native }))
  t.is(page.status, 200, page.text)
  t.is(made.length, 1)
})

test.serial('reads documents of the listed hosts only, and not of URLs that name no document', async (t) => {
  const { running, browser } = await open(t, { hosts: ['other.example'] })
  for (const client_id of [
    id,
    'https://other.example/$env{A}',
    'https://user@other.example/a',
    'https://other.example/a/../b',
    'http://other.example/a',
  ])
    t.is((await browser.get(requestOf(running, proof().challenge, { client_id }))).status, 400, client_id)
  t.deepEqual(fetched, [])
})

test.serial('does not connect to private addresses, unless the provider allows it', async (t) => {
  let hasGuard: boolean | undefined
  globalThis.fetch = async (url, options) => {
    if (!String(url).startsWith('https:')) return ownFetch(url, options)
    hasGuard = (options as { dispatcher?: unknown }).dispatcher !== undefined
    return Response.json(metadata())
  }
  const guarded = await open(t)
  await guarded.browser.get(requestOf(guarded.running, proof().challenge))
  t.true(hasGuard)
  const free = await open(t, { allowsPrivateAddresses: true })
  await free.browser.get(requestOf(free.running, proof().challenge))
  t.false(hasGuard)
})

test.serial('without the setting a URL is an unknown client', async (t) => {
  const running = await run(t, { settings: { grants: new Set(['access_code']) } })
  t.is((await openBrowser(running.baseUrl).get(requestOf(running, proof().challenge))).status, 400)
  t.deepEqual(fetched, [])
})

test.serial(
  'a document gives its client no grant beyond those of its provider, and a document with no other is refused',
  async (t) => {
    const { running, made, browser } = await open(t)
    served = { body: metadata({ grant_types: ['authorization_code', 'client_credentials', 'password'] }) }
    await browser.get(requestOf(running, proof().challenge))
    t.deepEqual(made[0]?.grants, ['access_code'])

    const other = await open(t)
    served = { body: metadata({ grant_types: ['client_credentials'], response_types: [] }) }
    const page = await other.browser.get(requestOf(other.running, proof().challenge))
    t.is(page.status, 400)
    t.regex(page.text, /cannot have client_credentials/)
    t.deepEqual(other.made, [])
  },
)

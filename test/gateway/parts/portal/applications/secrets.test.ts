import test from 'ava'
import type { Application, Credential } from '../../../../../src/gateway/config/types/index.ts'
import {
  removeOldSecret,
  resetSecret,
  verifySecret,
} from '../../../../../src/gateway/parts/portal/applications/secrets.ts'
import { PortalError } from '../../../../../src/gateway/parts/portal/http/portal-error.ts'
import type { ApplicationEditResult } from '../../../../../src/gateway/runtime/applications/application-edit.ts'
import { silentLog } from '../../../../../src/shared/lib/output/log.ts'
import { dayMs } from '../../../../../src/shared/lib/time/durations.ts'
import { verifySecret as hasHash, hashSecret, openAttemptLimits } from '../../../../../src/shared/security/index.ts'
import { openMemoryStore } from '../../../../../src/shared/storage/index.ts'
import { application, catalog } from '../../../data-plane/_support/documents.ts'

const now = Date.UTC(2026, 0, 1)
const iso = (time: number) => new Date(time).toISOString()

interface Given {
  app?: Partial<Application>
  credential?: Partial<Credential>
  user?: string
  maxSecretDays?: number
  result?: ApplicationEditResult
}

/** The handlers as anna calls them, for her application `shop`; `edits` are the changes of its document. */
function open({ app, credential, user = 'anna', maxSecretDays = 0, result }: Given = {}) {
  const edits: Record<string, unknown>[] = []
  const default1 = { name: 'default', clientId: 'shop-id', secretHashes: [], hasWellKnownSecret: false }
  const shop = application('shop', { owner: 'Anna', credentials: [{ ...default1, ...credential }], ...app })
  const clock = () => now
  const store = openMemoryStore({ clock })
  const deps = {
    catalog: catalog([], { applications: [application('other', { owner: 'bob' }), shop] }),
    accounts: { fold: (name: string) => name.toLowerCase() },
    settings: { maxSecretDays },
    attempts: openAttemptLimits({ store, kind: 'attempts', clock, log: silentLog }),
    clock,
    editApplication: async (edit: Record<string, unknown>) => {
      edits.push(edit)
      return result ?? { application: shop }
    },
  }
  const context = (body: object, { application: named = 'shop', address = '10.0.0.1' } = {}) =>
    ({
      body,
      deps,
      user: { name: user },
      params: { application: named },
      request: { socket: { remoteAddress: address }, headers: {} },
    }) as never
  return {
    edits,
    context,
    reset: async (body: object = {}) => resetSecret(context(body)),
    verify: async (clientSecret: string, options = {}) => verifySecret(context({ clientSecret }, options)),
  }
}

/** Returns the code and the named fields of the error with which a call is refused. */
async function refusal(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (!(error instanceof PortalError)) throw error ?? new Error('it is not refused')
  const { code, detail, fields } = error.problem
  return fields ? [code, detail, fields] : code
}

const wrong = (field: string, message: string) => ['wrong_body', `${message}.`, [{ field, message }]]

test('a reset returns a new secret once, and stores its hash alone', async (t) => {
  const { edits, reset } = open()
  const first = await reset()
  t.deepEqual(
    { ...first, clientSecret: '' },
    { clientId: 'shop-id', clientSecret: '', keptOld: true, oldUntil: undefined },
  )
  const { secretHash, ...edit } = edits[0] as { secretHash: string }
  t.deepEqual(edit, {
    catalog: '/acme/sandbox',
    application: 'shop',
    by: 'anna',
    do: 'reset secret',
    keepOld: true,
    keep: undefined,
    oldUntil: undefined,
    secretExpiresAt: undefined,
  } as never)
  t.true(await hasHash(secretHash, first.clientSecret))
  t.false(JSON.stringify(edits).includes(first.clientSecret))
  t.not((await reset()).clientSecret, first.clientSecret)
})

test('a reset says which old secret stays, and until when', async (t) => {
  const { edits, reset } = open()
  t.like(await reset({ keepOld: false }), { keptOld: false })
  t.like(edits.at(-1), { keepOld: false, keep: undefined, oldUntil: undefined })
  t.like(await reset({ keep: 'older' }), { keptOld: true })
  t.like(edits.at(-1), { keepOld: true, keep: 'older' })
  for (const end of [now + 1, now + 90 * dayMs]) {
    const oldUntil = iso(end).replace('Z', '+00:00')
    t.like(await reset({ oldUntil }), { keptOld: true, oldUntil: iso(end) })
    t.like(edits.at(-1), { keepOld: true, oldUntil: iso(end) })
  }
})

test('the new secret expires by the wish of the developer, within the limit of the portal', async (t) => {
  const { edits, reset } = open({ maxSecretDays: 30 })
  await reset()
  t.like(edits.at(-1), { secretExpiresAt: iso(now + 30 * dayMs) })
  await reset({ secretExpiresAt: iso(now + dayMs) })
  t.like(edits.at(-1), { secretExpiresAt: iso(now + dayMs) })
})

for (const [title, body, expected] of [
  ['at a time that has passed', { oldUntil: iso(now) }, wrong('oldUntil', '"oldUntil" must be a time to come')],
  ['at no time', { oldUntil: 'later' }, wrong('oldUntil', '"oldUntil" must be a time to come')],
  ['too late', { oldUntil: iso(now + 90 * dayMs + 1) }, wrong('oldUntil', '"oldUntil" must be at most 90 days ahead')],
  [
    'at a time, and is not kept',
    { oldUntil: iso(now + 1), keepOld: false },
    wrong('oldUntil', '"oldUntil" must be left out when the old secret is not kept'),
  ],
  [
    'never, because it is chosen and not kept',
    { keep: 'older', keepOld: false },
    wrong('keep', '"keep" must be left out when the old secret is not kept'),
  ],
] as const)
  test(`a reset after which the old secret ends ${title} is refused`, async (t) => {
    const { edits, reset } = open()
    t.deepEqual(await refusal(reset(body)), expected)
    t.deepEqual(edits, [])
  })

test('a public application has no secret to reset', async (t) => {
  const { edits, reset } = open({ app: { clientType: 'public' } })
  t.is(await refusal(reset()), 'no_secret')
  t.deepEqual(edits, [])
})

test('the old secret is removed by an edit', async (t) => {
  const { edits, context } = open()
  t.is(await removeOldSecret(context({})), undefined)
  t.deepEqual(edits, [{ catalog: '/acme/sandbox', application: 'shop', by: 'anna', do: 'drop old secret' }])
})

test('a refused edit is the error of the request, and no secret is returned', async (t) => {
  const { context, reset } = open({ result: { refused: 'one_secret' } })
  t.is(await refusal(reset()), 'one_secret')
  t.is(await refusal(Promise.resolve(removeOldSecret(context({})))), 'one_secret')
})

for (const [title, given, options] of [
  ['of another user', { user: 'bob' }, {}],
  ['that does not exist', {}, { application: 'shopp' }],
  ["of the operator's", { app: { owner: undefined } }, {}],
] as [string, Given, object][])
  test(`secrets of an application ${title} are neither changed nor verified`, async (t) => {
    const { edits, context } = open({ ...given, credential: { secretHashes: [await hashSecret('right')] } })
    for (const handler of [resetSecret, removeOldSecret, verifySecret] as ((context: never) => Promise<unknown>)[]) {
      const call = Promise.resolve().then(() => handler(context({ clientSecret: 'right' }, options)))
      t.is(await refusal(call), 'unknown_application')
    }
    t.deepEqual(edits, [])
  })

const hashes = Promise.all(['newest', 'old'].map(hashSecret))

for (const [title, credential, valid] of [
  ['both are valid', {}, ['newest', 'old']],
  ['both end later', { secretExpiresAt: now + 1, oldSecretUntil: now + 1 }, ['newest', 'old']],
  ['the newest has expired', { secretExpiresAt: now }, ['old']],
  ['the old one has ended', { oldSecretUntil: now }, ['newest']],
  ['both have ended', { secretExpiresAt: now, oldSecretUntil: now }, []],
] as [string, Partial<Credential>, string[]][])
  test(`verifies secrets where ${title}`, async (t) => {
    const { verify } = open({ credential: { secretHashes: await hashes, ...credential } })
    for (const secret of ['newest', 'old', 'wrong'])
      t.deepEqual(
        await verify(secret),
        valid.includes(secret) ? { valid: true, secret } : { valid: false, secret: undefined },
      )
  })

test('an application without a secret has none to verify', async (t) => {
  t.is(await refusal(open().verify('any')), 'no_secret')
  t.is(await refusal(open({ app: { credentials: [] } }).verify('any')), 'no_secret')
})

test('guesses at a secret are limited at each address and for each application', async (t) => {
  const { verify } = open({ credential: { secretHashes: (await hashes).slice(0, 1) } })
  for (let guess = 0; guess < 10; guess += 1)
    t.deepEqual(await verify(`guess ${guess}`), { valid: false, secret: undefined })
  t.is(await refusal(verify('newest')), 'too_many_attempts')
  t.deepEqual(await verify('newest', { address: '10.0.1.1' }), { valid: true, secret: 'newest' })
})

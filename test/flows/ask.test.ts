/** `sluice ask` answers from documents, store, kept calls and the running gateway. */
import { join } from 'node:path'
import test from 'ava'
import { caller, getToken } from '../_support/client.ts'
import { changeText } from '../_support/documents.ts'
import { betweenCommands, eventually } from '../_support/eventually.ts'
import { sluice } from '../_support/product.ts'
import { sharedProduct } from '../_support/shared-product.ts'

const customers = '/acme/sandbox/customerdb/v1/customers'
const product = sharedProduct(test)

async function ask(...words: string[]): Promise<Record<string, string>[]> {
  const { output, errors } = await sluice(['ask', ...words, '--json'], product.data, { SLUICE_CONFIG: product.folder })
  if (output === '') throw new Error(errors)
  return JSON.parse(output).rows
}

test.serial('callers and impact name the applications of an API with their calls', async (t) => {
  const { access_token } = await getToken(product.gateway)
  const call = caller(product.gateway, access_token)
  await Promise.all([call('GET', customers), call('GET', customers)])
  const callers = await eventually(async () => {
    const rows = await ask('callers', 'customer-database')
    return rows.length > 0 ? rows : undefined
  }, betweenCommands)
  t.like(callers?.[0], { catalog: 'acme/sandbox', application: 'sandbox-app', calls: '2', refusals: '0' })
  const impact = await ask('impact', 'customer-database:1.0.0')
  t.like(
    impact.find(({ application }) => application === 'sandbox-app'),
    { owner: '-', 'calls in 30 days': '2' },
  )
  for (const question of ['callers', 'impact'])
    await t.throwsAsync(ask(question, 'none-such'), {
      message: /no catalog has the API "none-such": name one of .*customer/,
    })
})

test.serial('old-secrets, unused-scopes, sessions and slow-calls answer with rows', async (t) => {
  t.like((await ask('old-secrets'))[0], { application: 'sandbox-app', created: 'unknown', expires: 'never' })
  await changeText(join(product.folder, 'providers/customer-oauth.yaml'), /\nscopes:\n/, '\nscopes:\n  idle: Idle\n')
  t.like(
    (await ask('unused-scopes')).find(({ scope }) => scope === 'idle'),
    { provider: 'customer-oauth', because: 'no operation requires it' },
  )
  t.false((await ask('unused-scopes')).some(({ scope }) => scope === 'openid' || scope === 'profile'))
  t.like((await ask('sessions', 'alice'))[0], { provider: 'customer-oauth', user: 'alice', application: 'sandbox-app' })
  t.deepEqual(await ask('sessions', 'bob'), [])
  const [slow] = await ask('slow-calls')
  t.regex(String(slow?.stages), /authorisation [\d.]+, .*invoke [\d.]+/)
})

test.serial('nearly-used-up has every call, also those that were counted before a reload', async (t) => {
  t.deepEqual(await ask('nearly-used-up'), [])
  const plan = join(product.folder, 'catalogs/sandbox/products/customer.yaml')
  const { access_token } = await getToken(product.gateway)
  const call = caller(product.gateway, access_token)
  let counted = 0
  /** Calls, and returns the limit of the response. */
  const count = async () => {
    const response = await call('GET', customers)
    await response.text()
    const limit = response.headers.get('x-ratelimit-limit')
    if (limit !== 'name=default,100;') counted += 1
    return limit
  }
  const isLimit = async (limit: number) => (await count()) === `name=monthly,${limit};` || undefined
  // A window that does not end during the test, of a limit for which nothing was counted before.
  await changeText(plan, 'default: { value: 100/1hour', 'monthly: { value: 110/1month')
  await eventually(() => isLimit(110))
  await Promise.all(Array.from({ length: 90 }, count))
  await changeText(plan, '110/1month', '105/1month')
  await eventually(() => isLimit(105))
  const row = await eventually(async () => {
    const [found] = await ask('nearly-used-up')
    return found?.used === `${counted} of 105` ? found : undefined
  }, betweenCommands)
  t.like(row, { application: 'sandbox-app', plan: 'customer/default-plan', limit: 'monthly' })
  await Promise.all(Array.from({ length: 30 }, count)) // the last ones are refused
  const isUsedUp = async () => (await ask('nearly-used-up'))[0]?.used === '105 of 105' || undefined
  t.true(await eventually(isUsedUp, betweenCommands))
})

test.serial('a wrong question, and one without its argument, are refused with what is accepted', async (t) => {
  for (const [words, message] of [
    [['nonsense'], /"nonsense" is not a verb of ask: use callers, impact/],
    [['callers'], /callers takes API - found nothing/],
    [['old-secrets', 'x'], /takes no argument - found "x"/],
  ] as const) {
    const { status, errors } = await sluice(['ask', ...words], product.data)
    t.is(status, 2)
    t.regex(errors, message)
  }
})

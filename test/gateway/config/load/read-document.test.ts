/** Files as other tools write them. */
import test from 'ava'
import { parse } from 'yaml'
import { loadValid, problemsOf, valid } from '../_support/folder.ts'

const product = valid['catalogs/sandbox/products/shop.yaml']

test('documents in JSON load as those in YAML do', async (t) => {
  const json = Object.entries(valid).map(([file, text]) => [
    [file, undefined],
    [file.replace('.yaml', '.json'), JSON.stringify(parse(text), null, '\t')],
  ])
  const files = Object.fromEntries(json.flat())
  t.deepEqual(await problemsOf(t, files), [])
  t.is((await loadValid(t, files)).catalogs[0]?.apis[0]?.reference, 'customers:1.0.0')
})

test('a product names an API by the file beside it', async (t) => {
  const config = await loadValid(t, {
    'apis/customers.yaml': undefined,
    'apis/.keep': '',
    'catalogs/sandbox/products/shop.yaml': product.replace('name: "customers:1.0.0"', '$ref: customers_1.0.0.yaml'),
    'catalogs/sandbox/products/customers_1.0.0.yaml': valid['apis/customers.yaml'],
  })
  t.is(config.catalogs[0]?.apis[0]?.reference, 'customers:1.0.0')
})

test('export members without effect are accepted, and unsupported ones with an effect are errors', async (t) => {
  const withMember = (text: string) => ({
    'apis/customers.yaml': valid['apis/customers.yaml'].replace('  assembly:', `  ${text}\n  assembly:`),
  })
  t.deepEqual(
    await problemsOf(t, withMember('application-authentication: { certificate: false }\n  buffering: true')),
    [],
  )
  t.regex(
    (await problemsOf(t, withMember('application-authentication: { certificate: true }')))[0] ?? '',
    /must be false/,
  )
})

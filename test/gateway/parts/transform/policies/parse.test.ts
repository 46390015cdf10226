import test, { type ExecutionContext } from 'ava'
import { stringify } from 'yaml'
import { findProblemLines, serve } from '../../../data-plane/_support/loaded.ts'
import { bodyOf, startBackend } from '../../../data-plane/_support/servers.ts'

function documents(settings: object, target = 'http://backend.example') {
  return {
    'apis/customers.yaml': stringify({
      swagger: '2.0',
      info: { title: 'Orders', version: '1.0.0', 'x-ibm-name': 'customers' },
      basePath: '/orders',
      paths: { '/any': { post: { responses: {} } } },
      'x-ibm-configuration': {
        assembly: {
          execute: [
            { parse: { version: '2.0.0', title: 'parse', ...settings } },
            { invoke: { version: '2.0.0', title: 'invoke', 'target-url': target } },
          ],
        },
      },
    }),
  }
}

async function send(t: ExecutionContext, settings: object, body: string, charset = '') {
  const backend = await startBackend(async (request, response) => response.end(await bodyOf(request)))
  t.teardown(backend.close)
  const gateway = await serve(t, documents(settings, backend.url))
  const type = body.startsWith('<') ? 'text/xml' : 'application/json'
  const init = { method: 'POST', headers: { 'Content-Type': `${type}${charset}` }, body }
  return (await fetch(`${gateway.url}/acme/sandbox/orders/any`, init)).status
}

const literal = (text: string) => ({
  'parse-settings-reference': { default: 'apic-default-parsesettings', literal: text },
})
const long = JSON.stringify([['x'.repeat(70_000)]])

for (const [title, settings, accepted, rejected, status = 400] of [
  ['depth of JSON', { max_nesting_depth: 2 }, '{"a":{"b":1}}', '{"a":{"b":[]}}'],
  ['depth of XML', { max_nesting_depth: 2 }, '<a><b>1</b></a>', '<a><b><c/></b></a>'],
  ['depth of a long body', { max_nesting_depth: 2 }, long, `[${long}]`],
  ['depth of another message', { max_nesting_depth: 2, input: 'request' }, '{"a":{"b":1}}', '{"a":{"b":[]}}'],
  ['width of JSON', { max_width: 2 }, '[1,2]', '{"a":1,"b":2,"c":3}'],
  ['width of XML', { max_width: 2 }, '<a><b/> <b/></a>', '<a x="1" y="2" z="3"/>'],
  ['length of names', { max_name_length: 3 }, '{"abc":"abcd"}', '{"abcd":1}'],
  ['length of texts', { max_value_length: 3 }, '<a b="123">123</a>', '<a b="1234"/>'],
  ['length of numbers', { max_number_length: 4 }, '{"12345":-12.5}', '[12345]'],
  ['different names', { max_unique_names: 1 }, '{"a":{"a":1}}', '{"a":{"b":1}}'],
  ['prefixes', { max_unique_prefixes: 1 }, '<p:a xmlns:p="urn:p"/>', '<p:a xmlns:p="urn:p" xmlns:q="urn:p"/>'],
  ['namespaces', { max_unique_namespaces: 1 }, '<p:a xmlns:p="u" xmlns:q="u"/>', '<p:a xmlns:p="u" xmlns:q="v"/>'],
  ['size', { max_doc_size: 6 }, '[1234]', '[12345]', 413],
  ['format', { document_type: 'JSON' }, '{}', '<a/>'],
  ['format by type', { document_type: 'xml', 'use-content-type': true }, '<a/>', '{}'],
  ['settings', { 'parse-settings-reference': { 'parse-settings': { max_width: 1 } } }, '[1]', '[1,2]'],
  ['JSON', literal('{"ParseSettings":{"DocumentType":"json","MaxWidth":1}}'), '[1]', '[1,2]'],
  ['XML', { ...literal('<ParseSettings><MaxWidth>1</MaxWidth></ParseSettings>'), max_width: 2 }, '[1,2]', '[1,2,3]'],
] as [string, object, string, string, number?][]) {
  test(`${title}: a body beyond the setting is rejected, others pass`, async (t) => {
    t.is(await send(t, settings, accepted), 200)
    t.is(await send(t, settings, rejected), status)
  })
}

for (const [title, text, words] of [
  ['no settings', 'depth=1', 'has no ParseSettings'],
  ['an unknown setting', '{"ParseSettings":{"MaxLuck":1}}', 'has a setting that is not known: MaxLuck'],
  ['a limit that is no number', '{"ParseSettings":{"MaxWidth":"many"}}', 'has a setting that is not known: MaxWidth'],
] as const) {
  test(`a literal with ${title} is an error at the member`, async (t) => {
    const line = (await findProblemLines(t, documents(literal(text)))).find((each) => each.includes('literal'))
    t.regex(line ?? '', /^apis\/customers\.yaml:\d+:\d+ /)
    t.true(line?.includes(`literal ${words} - write settings such as`), line)
  })
}

test('XML in a charset that nobody knows is the mistake of the caller', async (t) => {
  t.is(await send(t, {}, '<a/>', '; charset=ISO-8859-1'), 200)
  for (const charset of ['foo', 'utf-7']) t.is(await send(t, {}, '<a/>', `; charset=${charset}`), 400, charset)
})

import test, { type ExecutionContext } from 'ava'
import { stringify } from 'yaml'
import { findProblemLines, serve } from '../../../data-plane/_support/loaded.ts'
import { bodyOf, startBackend } from '../../../data-plane/_support/servers.ts'

const order = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:shop" elementFormDefault="qualified">
  <xs:element name="order"><xs:complexType><xs:sequence>
    <xs:element name="id" type="xs:int"/>
    <xs:element name="note" type="xs:string" minOccurs="0"/>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`
/** Two schemas, of which the second has the type of the first, with namespaces that the root element declares. */
const wsdl = `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:types">
  <w:types>
    <xs:schema targetNamespace="urn:ping"><xs:import namespace="urn:types"/><xs:element name="ping" type="t:count"/></xs:schema>
    <xs:schema targetNamespace="urn:types"><xs:simpleType name="count"><xs:restriction base="xs:int"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType></xs:schema>
  </w:types>
</w:definitions>`
const soap = (content: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`

function documents(settings: object, target = 'http://backend.example') {
  return {
    'apis/order.xsd': order,
    'apis/ping.wsdl': wsdl,
    'apis/customers.yaml': stringify({
      swagger: '2.0',
      info: { title: 'Orders', version: '1.0.0', 'x-ibm-name': 'customers' },
      basePath: '/orders',
      paths: { '/any': { post: { responses: {} } } },
      'x-ibm-configuration': {
        assembly: {
          execute: [
            { validate: { version: '2.0.0', title: 'validate', ...settings } },
            { invoke: { version: '2.0.0', title: 'invoke', 'target-url': target } },
          ],
        },
      },
    }),
  }
}

async function send(t: ExecutionContext, settings: object, body: string | Uint8Array<ArrayBuffer>) {
  const backend = await startBackend(async (request, response) => response.end(await bodyOf(request)))
  t.teardown(backend.close)
  const gateway = await serve(t, documents(settings, backend.url))
  const init = { method: 'POST', headers: { 'Content-Type': 'text/xml' }, body }
  const response = await fetch(`${gateway.url}/acme/sandbox/orders/any`, init)
  return { status: response.status, text: await response.text() }
}

const bySchema = { 'validate-against': 'url', 'xml-schema': '$file{order.xsd}' }
const byBody = { ...bySchema, 'xml-validation-mode': 'soap-body' }
const byWsdl = { 'validate-against': 'wsdl', 'wsdl-schema': '$file{ping.wsdl}' }

for (const [title, settings, body] of [
  ['a body that the schema describes', bySchema, '<order xmlns="urn:shop"><id>1</id></order>'],
  ['the body of a SOAP message', byBody, soap('<order xmlns="urn:shop"><id>1</id></order>')],
  ['a SOAP message by its WSDL', byWsdl, soap('<ping xmlns="urn:ping">9</ping>')],
  ['a fault', byWsdl, soap('<s:Fault><faultcode>x</faultcode></s:Fault>')],
] as const) {
  test(`lets ${title} pass`, async (t) => {
    t.deepEqual(await send(t, settings, body), { status: 200, text: body })
  })
}

for (const [title, settings, body, words] of [
  [
    'a wrong value',
    bySchema,
    '<order xmlns="urn:shop">\n<id>x</id></order>',
    "line 2: Element '{urn:shop}id': 'x' is not a valid value",
  ],
  ['a missing element', bySchema, '<order xmlns="urn:shop"/>', 'Missing child element(s)'],
  ['another root', bySchema, '<other/>', 'No matching global declaration'],
  ['what is no XML', bySchema, '{}', 'XML'],
  ['an empty body', bySchema, '', 'XML'],
  [
    'a document type with entities',
    bySchema,
    '<!DOCTYPE o [<!ENTITY a SYSTEM "file:///etc/passwd">]><order xmlns="urn:shop"><id>&a;</id></order>',
    'cannot be checked',
  ],
  ['no envelope', byBody, '<order xmlns="urn:shop"><id>1</id></order>', 'not the Envelope of SOAP'],
  ['a value that another schema of the WSDL forbids', byWsdl, soap('<ping xmlns="urn:ping">10</ping>'), 'maxInclusive'],
] as const) {
  test(`rejects ${title} with 422`, async (t) => {
    const { status, text } = await send(t, settings, body)
    t.is(status, 422, text)
    t.true((JSON.parse(text) as { moreInformation: string }).moreInformation.includes(words), text)
  })
}

for (const [title, settings, words] of [
  [
    'that cannot be compiled',
    { ...bySchema, 'xml-schema': order.replace('xs:int', 'xs:nope') },
    "the schema cannot be compiled: line 3: element decl. '{urn:shop}id'",
  ],
  [
    'that includes another file',
    {
      ...bySchema,
      'xml-schema': order.replace(
        '<xs:element name="order">',
        '<xs:include schemaLocation="/etc/passwd"/><xs:element name="order">',
      ),
    },
    'Failed to load the document',
  ],
  ['without a schema', { ...byWsdl, 'wsdl-schema': '<a/>' }, 'the WSDL has no schema in its types'],
  [
    'by a URL',
    { ...bySchema, 'xml-schema': 'http://other.example/order.xsd' },
    'put the file beside the document, and write xml-schema: $file{order.xsd}',
  ],
] as const) {
  test(`names the place of a schema ${title}`, async (t) => {
    const problems = await findProblemLines(t, documents(settings))
    const found = problems.filter((each) => !each.includes('open to everyone'))
    t.is(found.length, 1, found.join('\n'))
    t.regex(found[0] ?? '', /^apis\/customers\.yaml:\d+:\d+ /)
    t.true(found[0]?.includes(words), found[0])
  })
}

test('a check that was short many times still rejects', async (t) => {
  const backend = await startBackend(async (request, response) => response.end(await bodyOf(request)))
  t.teardown(backend.close)
  const gateway = await serve(t, documents(bySchema, backend.url))
  const call = async (id: string) => {
    const body = `<order xmlns="urn:shop"><id>${id}</id></order>`
    const init = { method: 'POST', headers: { 'Content-Type': 'text/xml' }, body }
    return (await fetch(`${gateway.url}/acme/sandbox/orders/any`, init)).status
  }
  const accepted = []
  for (let round = 0; round < 40; round++) accepted.push(await call('1'))
  t.deepEqual(new Set(accepted), new Set([200]))
  t.is(await call('one'), 422)
})

test('a schema and a body with texts beyond ASCII are UTF-8, whatever they declare', async (t) => {
  const latin = '<?xml version="1.0" encoding="ISO-8859-1"?>'
  const schema = `${latin}<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="size"><xs:simpleType>
    <xs:restriction base="xs:string"><xs:enumeration value="größer"/></xs:restriction></xs:simpleType></xs:element></xs:schema>`
  const settings = { 'validate-against': 'url', 'xml-schema': schema }
  t.is((await send(t, settings, '<size>größer</size>')).status, 200)
  const body = Buffer.from(`${latin}<size>größer</size>`, 'latin1')
  t.is((await send(t, settings, body)).status, 200)
})

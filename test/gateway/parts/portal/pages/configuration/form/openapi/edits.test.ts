/** The edits that the forms of paths and schemas make, as the text of the document shows them. */
import test from 'ava'
import {
  buildNewOperation,
  buildSchemaChoice,
  countReferences,
  listSchemaChoices,
  readSchemaChoice,
  removeProperty,
  renameProperty,
  renameSchema,
  setRequired,
} from '../../../../../../../../src/gateway/parts/portal/pages/configuration/form/openapi/openapi-edits.ts'
import { editYaml, readYaml, type YamlEdit } from '../../../../../../../../src/shared/lib/yaml/edit-yaml.ts'

const swagger = `swagger: "2.0"
paths:
  /customers/{id}:
    get:
      responses:
        "200": { description: One, schema: { $ref: "#/definitions/Customer" } }
        "404": { description: None }
definitions:
  Customer: # who buys
    type: object
    required: [name]
    properties:
      name: { type: string }
      friends: { type: array, items: { $ref: "#/definitions/Customer" } }
`
const openapi = swagger
  .replace('swagger: "2.0"', 'openapi: 3.0.3')
  .replace('definitions:\n  Customer:', 'components:\n schemas:\n  Customer:')
  .replaceAll('#/definitions/', '#/components/schemas/')

for (const [title, text, schemas] of [
  ['Swagger 2.0', swagger, ['definitions']],
  ['OpenAPI 3.0', openapi, ['components', 'schemas']],
] as const) {
  const document = readYaml(text)
  const change = (edits: readonly YamlEdit[]) => editYaml(text, edits)

  test(`${title}: a schema is renamed together with its references`, (t) => {
    t.deepEqual([...countReferences(document).values()], [2])
    const changed = change(renameSchema(document, 'Customer', 'Client'))
    t.is(changed, text.replace('Customer:', 'Client:').replaceAll('/Customer"', '/Client"'))
  })

  test(`${title}: a property is renamed, required and removed together with its place in the required ones`, (t) => {
    const path = [...schemas, 'Customer']
    t.is(
      change(renameProperty(document, path, 'name', 'title')),
      text.replace('[name]', '[title]').replace('name:', 'title:'),
    )
    t.regex(change(setRequired(document, path, 'friends', true)), /required: \[name, friends\]/)
    const without = change(removeProperty(document, path, 'name'))
    t.notRegex(without, /required|name:/)
  })

  test(`${title}: every choice of a schema is read as it was written`, (t) => {
    for (const { value } of listSchemaChoices(document))
      t.is(readSchemaChoice(buildSchemaChoice(value, undefined, document), document), value)
    t.is(readSchemaChoice(undefined, document), '')
    t.is(readSchemaChoice({ allOf: [] }, document), 'inline')
  })
}

test('another type keeps the description and the example, and loses what belongs to the type before', (t) => {
  const before = { type: 'string', format: 'date', description: 'A day', example: '2026-01-01' }
  t.deepEqual(buildSchemaChoice('types:integer', before, {}), {
    type: 'array',
    items: { type: 'integer' },
    description: 'A day',
    example: '2026-01-01',
  })
})

test('names with a slash are references by RFC 6901', (t) => {
  const document = { swagger: '2.0', definitions: { 'a/b~c': {} } }
  t.deepEqual(buildSchemaChoice('ref:a/b~c', undefined, document), { $ref: '#/definitions/a~1b~0c' })
  t.is(readSchemaChoice({ $ref: '#/definitions/a~1b~0c' }, document), 'ref:a/b~c')
})

test('a new operation has the parameters of its path that the path does not describe', (t) => {
  const pathItem = { parameters: [{ name: 'id', in: 'path' }] }
  t.deepEqual(buildNewOperation('/c/{id}/o/{order}', pathItem, { openapi: '3.0.0' }), {
    parameters: [{ name: 'order', in: 'path', required: true, schema: { type: 'string' } }],
    responses: { 200: { description: 'OK' } },
  })
  t.deepEqual(buildNewOperation('/c', undefined, { swagger: '2.0' }), { responses: { 200: { description: 'OK' } } })
})

import { fileURLToPath } from 'node:url'
import test from 'ava'
import { BundleError, bundleDocument } from '../../../../../src/gateway/parts/import/engine/index.ts'

/** Bundles `api.yaml` of these files, all below `file:///docs/`. Files that begin with `!` may not be read. */
async function bundle(files: Record<string, string>, refused: readonly string[] = []) {
  const reads: string[] = []
  const { document } = await bundleDocument('file:///docs/api.yaml', {
    render: (location) => location.replace('file://', ''),
    async read(location) {
      reads.push(location)
      const text = files[location.replace('file:///docs/', '')]
      if (text === undefined) throw new Error('there is no such file')
      return text
    },
    findRefusal: (location) =>
      fileURLToPath(location) && refused.some((each) => location.includes(each)) ? 'is not allowed' : undefined,
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the members that it expects
  return { document: document as any, reads }
}

test('components of other files keep their names, and each file is read once', async (t) => {
  const { document, reads } = await bundle({
    'api.yaml': `openapi: 3.0.3
paths:
  /pets:
    get:
      parameters: [{ $ref: "common.yaml#/components/parameters/limit" }]
      responses:
        "200": { description: All, content: { application/json: { schema: { type: array, items: { $ref: schemas/Pet.yaml } } } } }
        default: { $ref: "common.yaml#/components/responses/Error" }
  /pets/{id}: { $ref: "paths/pet.yaml" }
components:
  schemas:
    Error: { type: string }
`,
    'common.yaml': `components:
  parameters: { limit: { name: limit, in: query, schema: { $ref: "#/components/schemas/Limit" } } }
  schemas: { Limit: { type: integer }, Error: { type: object } }
  responses: { Error: { description: No, content: { a/b: { schema: { $ref: "#/components/schemas/Error" } } } } }
`,
    'schemas/Pet.yaml':
      'type: object\nproperties: { owner: { $ref: "../schemas/Owner.json" }, parent: { $ref: "Pet.yaml" } }\n',
    'schemas/Owner.json':
      '{ "type": "object", "properties": { "pets": { "type": "array", "items": { "$ref": "Pet.yaml" } } } }',
    'paths/pet.yaml':
      'get: { responses: { "200": { description: One, content: { a/b: { schema: { $ref: ../schemas/Pet.yaml } } } } } }\n',
  })
  const { paths, components } = document
  t.deepEqual(Object.keys(components.schemas).sort(), ['Error', 'Error-2', 'Limit', 'Owner', 'Pet'])
  t.deepEqual(paths['/pets'].get.parameters, [{ $ref: '#/components/parameters/limit' }])
  t.deepEqual(components.parameters.limit.schema, { $ref: '#/components/schemas/Limit' })
  t.deepEqual(paths['/pets'].get.responses.default, { $ref: '#/components/responses/Error' })
  t.deepEqual(components.responses.Error.content['a/b'].schema, { $ref: '#/components/schemas/Error-2' })
  t.deepEqual(components.schemas.Pet.properties, {
    owner: { $ref: '#/components/schemas/Owner' },
    parent: { $ref: '#/components/schemas/Pet' },
  })
  t.is(paths['/pets/{id}'].get.responses['200'].content['a/b'].schema.$ref, '#/components/schemas/Pet')
  t.is(reads.length, 5)
})

test('references within the document stay as they are', async (t) => {
  const text = `openapi: 3.0.3
paths: { /a: { get: { responses: { "200": { $ref: "#/components/responses/Ok" } } } } }
components: { responses: { Ok: { description: Fine, content: { a/b: { example: { $ref: other.yaml } } } } } }
`
  const { document, reads } = await bundle({ 'api.yaml': text })
  t.is(document.paths['/a'].get.responses['200'].$ref, '#/components/responses/Ok')
  t.deepEqual(document.components.responses.Ok.content['a/b'].example, { $ref: 'other.yaml' })
  t.is(reads.length, 1)
})

test('a component that is a reference to another file becomes the component itself', async (t) => {
  const { document } = await bundle({
    'api.yaml': `openapi: 3.0.3
components:
  schemas: { Pet: { $ref: Pet.yaml }, Pets: { type: array, items: { $ref: Pet.yaml } } }
  discriminated: {}
`,
    'Pet.yaml':
      'oneOf: [{ $ref: Cat.yaml }]\ndiscriminator: { propertyName: kind, mapping: { cat: Cat.yaml, dog: Dog } }\n',
    'Cat.yaml': 'type: object\n',
  })
  const { schemas } = document.components
  t.deepEqual(schemas.Pets.items, { $ref: '#/components/schemas/Pet' })
  t.deepEqual(schemas.Pet.oneOf, [{ $ref: '#/components/schemas/Cat' }])
  t.deepEqual(schemas.Pet.discriminator.mapping, { cat: '#/components/schemas/Cat', dog: 'Dog' })
})

test('Swagger 2 has the sections at the top', async (t) => {
  const { document } = await bundle({
    'api.yaml': `swagger: "2.0"
paths: { /a: { get: { parameters: [{ $ref: "c.yaml#/parameters/p" }], responses: { "200": { description: d, schema: { $ref: "c.yaml#/definitions/A" } } } } } }
`,
    'c.yaml':
      'parameters: { p: { name: p, in: query, type: string } }\ndefinitions: { A: { type: object, properties: { b: { $ref: "#/definitions/A" } } } }\n',
  })
  t.deepEqual(document.parameters.p.name, 'p')
  t.deepEqual(document.definitions.A.properties.b, { $ref: '#/definitions/A' })
})

test('Swagger 2 documents may name a definition instead of pointing to it', async (t) => {
  const { document, reads } = await bundle({
    'api.yaml': `swagger: "2.0"
paths: { /a: { get: { responses: { "200": { description: d, schema: { $ref: Pet } } } } } }
definitions: { Pet: { allOf: [{ $ref: api.NewPet }] }, api.NewPet: { type: object } }
`,
  })
  t.deepEqual(document.paths['/a'].get.responses['200'].schema, { $ref: '#/definitions/Pet' })
  t.deepEqual(document.definitions.Pet.allOf, [{ $ref: '#/definitions/api.NewPet' }])
  t.is(reads.length, 1)
})

test('references inside foreign extensions stay when their files are missing or may not be read', async (t) => {
  const { document } = await bundle(
    {
      'api.yaml': `swagger: "2.0"
x-shared: { item: { $ref: "b.yaml#/item" } }
paths: { /a: { get: { x-ms-examples: { One: { $ref: ./examples/One.json }, Two: { $ref: ../secret.json } } } } }
`,
      'b.yaml': 'item: { type: object }',
    },
    ['secret'],
  )
  t.deepEqual(document['x-shared'].item, { type: 'object' })
  t.deepEqual(document.paths['/a'].get['x-ms-examples'], {
    One: { $ref: './examples/One.json' },
    Two: { $ref: '../secret.json' },
  })
})

test('texts and lists may continue at the column of their member', async (t) => {
  const { document } = await bundle({
    'api.yaml': `openapi: 3.0.3
info:
  description: "The first line
  and the second one"
  tags: [a,
  b
  ]
  title: 'It
is'
paths: {}
`,
  })
  t.deepEqual(document.info, { description: 'The first line and the second one', tags: ['a', 'b'], title: 'It is' })
})

for (const [title, files, message] of [
  [
    'a missing file',
    { 'api.yaml': 'openapi: 3.0.3\ncomponents: { schemas: { A: { $ref: no.yaml } } }\n' },
    /api\.yaml:2:\d+ components\.schemas\.A: \$ref "no\.yaml" cannot be read: there is no such file/,
  ],
  [
    'a pointer to nothing',
    { 'api.yaml': 'components: { schemas: { A: { $ref: "b.yaml#/x" } } }\n', 'b.yaml': 'y: 1' },
    /points to nothing in \/docs\/b\.yaml/,
  ],
  [
    'a file that may not be read',
    { 'api.yaml': 'components: { schemas: { A: { $ref: "../secret.yaml" } } }\n' },
    /\$ref "\.\.\/secret\.yaml" is not allowed/,
  ],
  [
    'a missing file in an extension that the gateway reads',
    { 'api.yaml': 'x-ibm-configuration: { assembly: { $ref: no.yaml } }\n' },
    /\$ref "no\.yaml" cannot be read/,
  ],
  [
    'an encoded slash in the name of a file',
    { 'api.yaml': 'openapi: 3.0.3\ncomponents: { schemas: { A: { $ref: "a%2fb.yaml" } } }\n' },
    /^\/docs\/api\.yaml:2:\d+ components\.schemas\.A: \$ref "a%2fb\.yaml" names no file: /,
  ],
  [
    'a malformed escape in the name of a file',
    { 'api.yaml': 'openapi: 3.0.3\npaths: { /a: { get: { parameters: [{ $ref: "a%zz.yaml" }] } } }\n' },
    /^\/docs\/api\.yaml:2:\d+ .*: \$ref "a%zz\.yaml" /,
  ],
  [
    'a mistake in another file, with the place there',
    {
      'api.yaml': 'openapi: 3.0.3\ncomponents: { schemas: { A: { $ref: "b.yaml#/deep/A" } } }\n',
      'b.yaml': 'deep:\n  A:\n    properties:\n      x: { $ref: missing.yaml }\n',
    },
    /^\/docs\/b\.yaml:4:\d+ components\.schemas\.A\.properties\.x: \$ref "missing\.yaml" cannot be read/,
  ],
  ...(['['.repeat(100_000), '- '.repeat(100_000), '? '.repeat(100_000), `\t${'{"a":'.repeat(100_000)}`] as const).map(
    (nested) =>
      [
        `deep nesting of ${nested.slice(0, 6).trim()}`,
        { 'api.yaml': `a:\n  ${nested}` },
        /nested more than 64/,
      ] as const,
  ),
  ['broken YAML', { 'api.yaml': 'a: {\n' }, /api\.yaml:\d+:\d+ /],
  ['a quote that is not closed', { 'api.yaml': 'a: "b\n  c: d\n' }, /api\.yaml:\d+:\d+ .* is not closed/],
  ['a list', { 'api.yaml': '[]' }, /must be a map of members/],
] as const) {
  test(`rejects ${title}, with its place`, async (t) => {
    await t.throwsAsync(bundle(files as Record<string, string>, ['secret']), { instanceOf: BundleError, message })
  })
}

test('references that only lead to each other end', async (t) => {
  await t.notThrowsAsync(
    bundle({
      'api.yaml': 'openapi: 3.0.3\ncomponents: { schemas: { A: { $ref: "b.yaml#/A" } } }\n',
      'b.yaml': 'A: { $ref: "#/B" }\nB: { $ref: "#/A" }\n',
    }),
  )
})

test('thousands of files may refer to each other', async (t) => {
  const names = Array.from({ length: 3_000 }, (_, index) => `s${index}`)
  const { reads } = await bundle({
    'api.yaml': `openapi: 3.0.3\ncomponents:\n  schemas:\n${names.map((name) => `    ${name}: { $ref: ${name}.yaml }\n`).join('')}`,
    ...Object.fromEntries(names.map((name) => [`${name}.yaml`, 'type: string\n'])),
  })
  t.is(reads.length, 3_001)
})

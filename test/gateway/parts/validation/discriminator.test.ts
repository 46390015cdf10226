import test, { type ExecutionContext } from 'ava'
import { serve } from '../../data-plane/_support/loaded.ts'
import { startBackend } from '../../data-plane/_support/servers.ts'

/** Sends bodies to an API that checks them against the schema `Pet`; `undefined` stands for a valid body. */
async function openCheck(t: ExecutionContext, schemas: object, version = '3.0.3') {
  const backend = await startBackend((_, response) => response.end('{}'))
  t.teardown(backend.close)
  const document = {
    openapi: version,
    info: { title: 'Pets', version: '1.0.0', 'x-ibm-name': 'customers' },
    servers: [{ url: '/pets/v1' }],
    components: { schemas },
    paths: {
      '/pets': {
        post: {
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
          responses: {},
        },
      },
    },
    'x-ibm-configuration': { assembly: { execute: [{ validate: {} }, { invoke: { 'target-url': backend.url } }] } },
  }
  const gateway = await serve(t, { 'apis/customers.yaml': JSON.stringify(document) })
  return async (body: unknown) => {
    const response = await fetch(`${gateway.url}/acme/sandbox/pets/v1/pets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return ((await response.json()) as { moreInformation?: string }).moreInformation
  }
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const object = (properties: object, required: string[], more: object = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
})
const Cat = object({ kind: { type: 'string' }, lives: { type: 'integer' } }, ['kind', 'lives'])
const Dog = object({ kind: { type: 'string' }, barks: { type: 'boolean' } }, ['kind', 'barks'])
/** Takes every object, so that a choice without a discriminator would take every value. */
const Any = object({ kind: { type: 'string' } }, ['kind'])

for (const word of ['oneOf', 'anyOf'])
  test(`${word}: the mapping names the branch, whose errors are told`, async (t) => {
    const discriminator = { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat', hound: 'Dog' } }
    const Pet = { [word]: [ref('Cat'), ref('Dog'), ref('Any')], discriminator }
    const check = await openCheck(t, { Pet, Cat, Dog, Any })
    t.is(await check({ kind: 'cat', lives: 9 }), undefined)
    t.is(await check({ kind: 'hound', barks: true }), undefined)
    t.is(await check({ kind: 'Any' }), undefined)
    t.is(await check({ kind: 'cat', lives: 'nine' }), 'body.lives must be integer')
    t.is(await check({ kind: 'hound', lives: 9 }), 'body.barks is missing')
    t.is(await check({ kind: 'fish' }), 'body.kind must be one of "cat", "hound", "Any"')
    t.is(await check({ kind: 7 }), 'body.kind must be one of "cat", "hound", "Any"')
    t.is(await check({ lives: 9 }), 'body.kind is missing')
    t.truthy(await check('cat'))
  })

test('without a mapping, constants of the branches name them, otherwise the names of their schemas', async (t) => {
  const schemas = {
    Pet: { oneOf: [ref('Puss'), ref('Tom'), ref('Dog')], discriminator: { propertyName: 'kind' } },
    Puss: { allOf: [ref('Named'), object({ kind: { enum: ['cat', 'kitten'] } }, ['kind'])] },
    Tom: object({ kind: { const: 'tom' }, lives: { type: 'integer' } }, ['kind', 'lives']),
    Named: object({ name: { type: 'string' } }, ['name']),
    Dog,
  }
  const check = await openCheck(t, schemas, '3.1.0')
  t.is(await check({ kind: 'kitten', name: 'Mia' }), undefined)
  t.is(await check({ kind: 'Dog', barks: false }), undefined)
  t.is(await check({ kind: 'cat' }), 'body.name is missing')
  t.is(await check({ kind: 'tom', name: 'Tom' }), 'body.lives is missing')
  t.is(await check({ kind: 'dog' }), 'body.kind must be one of "cat", "kitten", "tom", "Dog"')
})

test('null and an optional or read-only member are left to the choice itself', async (t) => {
  const Loose = object({ kind: { type: 'string', enum: ['loose'] }, weight: { type: 'integer' } }, [])
  const Read = object({ kind: { type: 'string', enum: ['read'], readOnly: true }, age: { type: 'integer' } }, ['kind'])
  const discriminator = { propertyName: 'kind' }
  const Pet = { oneOf: [ref('Loose'), { type: 'null' }], discriminator }
  const check = await openCheck(t, { Pet, Loose }, '3.1.0')
  t.is(await check(null), undefined)
  t.is(await check({ weight: 3 }), undefined)
  t.is(await check({ kind: 'loose', weight: 'x' }), 'body.weight must be integer')
  t.is(await check({ kind: 'other' }), 'body.kind must be one of "loose"')
  const reading = await openCheck(t, { Pet: { oneOf: [ref('Read')], nullable: true, discriminator }, Read })
  t.is(await reading(null), undefined)
  t.is(await reading({ age: 3 }), undefined)
  t.is(await reading({ kind: 'read', age: 'x' }), 'body.age must be integer')
})

test('a branch without a name leaves the choice as it is', async (t) => {
  const Pet = { oneOf: [ref('Cat'), { type: 'object', required: ['barks'] }], discriminator: { propertyName: 'kind' } }
  const check = await openCheck(t, { Pet, Cat })
  t.is(await check({ kind: 'anything', barks: true }), undefined)
  t.is(await check({ kind: 'Cat', lives: 1 }), undefined)
})

test('members beside the choice count, also those that no branch has evaluated', async (t) => {
  const Pet = {
    oneOf: [ref('Cat'), ref('Dog')],
    discriminator: { propertyName: 'kind' },
    properties: { id: { type: 'integer' } },
    required: ['id'],
    unevaluatedProperties: false,
  }
  const check = await openCheck(t, { Pet, Cat, Dog }, '3.1.0')
  t.is(await check({ id: 1, kind: 'Cat', lives: 1 }), undefined)
  t.is(await check({ kind: 'Cat', lives: 1 }), 'body.id is missing')
  t.is(await check({ id: 1, kind: 'Cat', lives: 1, barks: true }), 'body.barks is not a known member')
})

test('a recursive choice of 400 levels is checked at once, and its deepest error is told with its place', async (t) => {
  const Filter = { oneOf: [ref('And'), ref('Or'), ref('Is')], discriminator: { propertyName: 'op' } }
  const node = object({ op: { type: 'string' }, of: { type: 'array', items: ref('Pet') } }, ['op', 'of'])
  const Is = object({ op: { type: 'string' }, value: { type: 'integer' } }, ['op', 'value'])
  const check = await openCheck(t, { Pet: Filter, And: node, Or: node, Is })
  const nest = (levels: number, value: unknown): object =>
    levels === 0 ? { op: 'Is', value } : { op: levels % 2 ? 'And' : 'Or', of: [nest(levels - 1, value)] }
  t.is(await check(nest(400, 1)), undefined)
  t.is(await check(nest(2, 'one')), 'body.of[0].of[0].value must be integer')
  t.regex((await check(nest(400, 'one'))) ?? '', /^body\.of\[0\]/)
})

import test from 'ava'
import {
  buildOpenApiDocument,
  type DescribedRoute,
  toOpenApiPath,
} from '../../../../src/shared/http/openapi/openapi-document.ts'

const parts = {
  title: 'API',
  version: '1',
  description: 'Text.',
  servers: ['/v1'],
  tags: { used: 'Used.', other: 'Unused.' },
  securitySchemes: { session: { type: 'apiKey' } },
}

const minimal: DescribedRoute = {
  method: 'GET',
  path: '/plain',
  security: [],
  operation: { id: 'getPlain', summary: 'Plain', tag: 'used', responses: {} },
}

const full: DescribedRoute = {
  method: 'PUT',
  path: '/items/:id/*rest',
  security: [{ session: [] }],
  roles: ['admin', 'owner'],
  deprecated: true,
  operation: {
    id: 'putItem',
    summary: 'Put',
    description: 'Puts.',
    tag: 'used',
    parameters: [{ in: 'query', name: 'q', description: 'Q.', schema: { type: 'integer' } }],
    body: { 'application/json': { type: 'object' } },
    responses: {
      200: {
        description: 'Done.',
        content: { 'text/plain': { type: 'string' } },
        headers: { ETag: { description: 'E.', schema: { type: 'string' } } },
      },
      204: { description: 'Nothing.' },
      404: { $ref: '#/components/responses/Missing' },
    },
  },
}

test('an operation that describes nothing has no empty members', (t) => {
  t.deepEqual(JSON.parse(JSON.stringify(buildOpenApiDocument({ ...parts, routes: [minimal] }))), {
    openapi: '3.1.0',
    info: { title: 'API', version: '1', description: 'Text.' },
    servers: [{ url: '/v1' }],
    tags: [{ name: 'used', description: 'Used.' }],
    paths: {
      '/plain': { get: { operationId: 'getPlain', summary: 'Plain', tags: ['used'], responses: {}, security: [] } },
    },
    components: { schemas: {}, responses: {}, securitySchemes: parts.securitySchemes },
  })
})

test('an operation has its parameters, body, responses, roles and security', (t) => {
  const document = buildOpenApiDocument({
    ...parts,
    routes: [full],
    schemas: { Item: { type: 'object' } },
    responses: { Missing: { description: 'Not found.', content: { 'text/plain': {} } } },
  })
  const { paths, components } = JSON.parse(JSON.stringify(document))
  t.deepEqual(paths['/items/{id}/{rest}']?.put, {
    operationId: 'putItem',
    summary: 'Put',
    tags: ['used'],
    deprecated: true,
    description: 'Puts.\n\nNeeds one of the roles admin, owner.',
    parameters: [
      { in: 'path', name: 'id', required: true, schema: { type: 'string' } },
      {
        in: 'path',
        name: 'rest',
        required: true,
        schema: { type: 'string' },
        description: 'Several levels, which "/" separates.',
      },
      { in: 'query', name: 'q', description: 'Q.', schema: { type: 'integer' } },
    ],
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    responses: {
      200: {
        description: 'Done.',
        headers: { ETag: { description: 'E.', schema: { type: 'string' } } },
        content: { 'text/plain': { schema: { type: 'string' } } },
      },
      204: { description: 'Nothing.' },
      404: { $ref: '#/components/responses/Missing' },
    },
    security: [{ session: [] }],
    'x-roles': ['admin', 'owner'],
  })
  t.deepEqual(components, {
    schemas: { Item: { type: 'object' } },
    responses: { Missing: { description: 'Not found.', content: { 'text/plain': { schema: {} } } } },
    securitySchemes: parts.securitySchemes,
  })
})

test('the methods of one path share its item', (t) => {
  const { paths } = buildOpenApiDocument({ ...parts, routes: [minimal, { ...minimal, method: 'DELETE' }] })
  t.deepEqual(Object.keys(paths['/plain'] ?? {}), ['get', 'delete'])
})

test('a single parameter is described', (t) => {
  const { paths } = buildOpenApiDocument({ ...parts, routes: [{ ...minimal, path: '/items/:id' }] })
  t.like(paths['/items/{id}']?.get, {
    parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
  })
})

test('names of segments are in braces', (t) => t.is(toOpenApiPath('/a/:b/*c'), '/a/{b}/{c}'))

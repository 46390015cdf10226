import test from 'ava'
import type { OpenApiDocument } from '../../../../src/shared/http/openapi/openapi-document.ts'
import { renderOpenApiDocument } from '../../../../src/shared/http/openapi/render-document.ts'

const shared = { type: 'string' }
const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'API', version: '1', description: 'Text.' },
  servers: [],
  tags: [],
  paths: {},
  components: { one: shared, two: shared },
}

for (const [accept, form] of [
  [undefined, 'json'],
  ['*/*', 'json'],
  ['application/json', 'json'],
  ['application/yaml', 'yaml'],
  ['TEXT/YAML', 'yaml'],
  ['application/vnd.oai.openapi', 'yaml'],
  ['application/vnd.oai.openapi+json', 'json'],
  ['application/yaml, application/json', 'json'],
  ['application/yaml, application/json;q=1', 'json'],
  ['application/yaml;q=1, application/json;q=0.9', 'yaml'],
  ['application/yaml ; charset=utf-8 ; q=0.9, */*;q=0.5', 'yaml'],
  ['application/yaml;q=0.5, */*;q=0.9', 'json'],
  ['application/yaml;q=0.9', 'yaml'],
  ['application/yaml;q=0', 'json'],
  ['application/yaml;q=none', 'json'],
  ['text/html', 'json'],
] as const) {
  test(`Accept: ${accept} gets ${form}`, async (t) => {
    const { contentType, body } = await renderOpenApiDocument(document, accept)
    t.is(contentType, `application/${form}; charset=utf-8`)
    if (form === 'json') t.deepEqual(JSON.parse(body), document)
    else t.true(body.endsWith('components:\n  one:\n    type: string\n  two:\n    type: string\n'), body)
  })
}

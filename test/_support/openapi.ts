/** Checks OpenAPI documents, and responses against them. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { ExecutionContext } from 'ava'
import { type OpenApiDocument, toOpenApiPath } from '../../src/shared/http/openapi/openapi-document.ts'

/** Keeps the schemas that it has compiled. */
const validator = new Validator()

/** Asserts that a document is valid OpenAPI 3.1, has unique operation ids and that each reference points to something. */
export async function assertValidDocument(t: ExecutionContext, document: OpenApiDocument): Promise<void> {
  const { valid, errors } = await validator.validate({ ...structuredClone(document) })
  t.true(valid, JSON.stringify(errors, null, 1)?.slice(0, 4000))
  const ids = listOperations(document).map(({ operation }) => operation.operationId)
  t.deepEqual(ids, [...new Set(ids)])
  for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"#(\/components\/[^"]+)"/g)) {
    t.truthy(resolve(document, pointer as string), `#${pointer} points to nothing`)
  }
}

/** Asserts that the document has exactly these routes. */
export function assertRoutes(
  t: ExecutionContext,
  document: OpenApiDocument,
  routes: readonly (readonly [method: string, path: string])[],
): void {
  const expected = routes.map(([method, path]) => `${method} ${toOpenApiPath(path)}`)
  t.deepEqual(
    listOperations(document)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
    [...new Set(expected)].sort(),
  )
}

export interface DocumentedOperation {
  method: string
  path: string
  // biome-ignore lint/suspicious/noExplicitAny: an operation object is JSON
  operation: any
}

export function listOperations(document: OpenApiDocument): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** Returns what of a response the document does not describe; undefined when it describes all of it. */
export function findUndocumented(
  document: OpenApiDocument,
  method: string,
  path: string,
  response: { status: number; contentType: string | undefined; body: unknown },
): string | undefined {
  const found = listOperations(document).find(
    (each) => each.method === method && matches(each.path, path.split('?', 1)[0] as string),
  )
  if (!found) return undefined
  const shown = found.operation.responses[response.status]
  if (!shown) return `${method} ${found.path} does not document status ${response.status}`
  const { content = {} } = shown.$ref ? (resolve(document, shown.$ref.slice(1)) as { content: object }) : shown
  const type = response.contentType?.split(';', 1)[0]
  if (type === undefined) return undefined
  const schema = content[type]?.schema
  if (!schema) return `${method} ${found.path} ${response.status} does not document ${type}`
  if (!/json$/.test(type)) return undefined
  const check = compile(document, schema)
  return check(response.body) ? undefined : `${method} ${found.path}: ${new Ajv2020().errorsText(check.errors)}`
}

/** The compiled schemas of each document, by their text. */
const compiled = new WeakMap<OpenApiDocument, (schema: object) => ValidateFunction>()

function compile(document: OpenApiDocument, schema: object): ValidateFunction {
  let compileSchema = compiled.get(document)
  if (!compileSchema) {
    compileSchema = openCompiler(document)
    compiled.set(document, compileSchema)
  }
  return compileSchema(schema)
}

/** Returns a function that compiles each schema of a document once, and each component once for all schemas. */
function openCompiler(document: OpenApiDocument): (schema: object) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, inlineRefs: false })
  ajv.addSchema({ $id: 'document', components: close(document.components) })
  const checks = new Map<string, ValidateFunction>()
  return (schema) => {
    const text = JSON.stringify(schema)
    const known = checks.get(text)
    if (known) return known
    const check = ajv.compile(
      JSON.parse(JSON.stringify(close(schema)).replaceAll('"#/components/', '"document#/components/')),
    )
    checks.set(text, check)
    return check
  }
}

/** Returns the schema without members that it does not name, so that a new member of a response is noticed. */
function close(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema), (_, each) =>
    each?.type === 'object' && each.properties && each.additionalProperties === undefined && !each.allOf
      ? { ...each, additionalProperties: false }
      : each,
  )
}

function matches(template: string, path: string): boolean {
  const pattern = template.replace(/[.+^$|()\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${pattern}$`).test(path)
}

function resolve(document: OpenApiDocument, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document)
}

/** Every expression and every format of the product that meets foreign texts. */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { documentKinds } from '../../../../src/gateway/config/documents/index.ts'
import { findSchemaPatterns } from '../../../../src/gateway/lib/json-schema/find-schema-patterns.ts'
import { resources } from '../../../../src/gateway/parts/portal/rest/resources.ts'
import { tables } from '../../../gateway/config/_support/tables.ts'
import { findSuperlinearText, type TextSizes } from './_growth.ts'
import { findSourceExpressions } from './_source-expressions.ts'

export type Expression = readonly [place: string, source: string, flags: string]

const root = join(import.meta.dirname, '../../../../src')
export const { literals, computed } = findSourceExpressions(root)
export const requestBodies = Object.values(resources).flatMap((each) => ('body' in each ? [each.body] : []))

/** Every file that computes an expression: the module whose constants are tested, or why there is nothing to test. */
export const computedExpressions: Readonly<Record<string, 'constants' | string>> = {
  'gateway/config/edit/document-references.ts': 'the name of a member, in an expression like those of outlines',
  'gateway/config/edit/outline-document.ts': 'the name of a member, in an expression like the literals beside it',
  'gateway/parts/import/engine/render-imported-api.ts': 'a mark of its own and digits',
  'mq/parts/console/pages/table/arrange-rows.ts': 'the search of the reader, in the browser',
  'gateway/data-plane/activity/secret-names.ts': 'constants',
  'gateway/data-plane/security/withhold-credentials.ts': 'a choice of the names of schemes, at the start of a header',
  'gateway/parts/transform/scripts/missing-names.ts': 'names of a table, with bounded blanks around them',
  'gateway/parts/transform/scripts/script-input.ts':
    'the name of a variable, in an expression like the literals beside it',
  'gateway/parts/transform/scripts/unparsed-body.ts':
    'the name of a variable, at most 20 times a script, beside constants like the literals',
  'shared/http/client/built-in/chunked-body.ts': 'constants',
  'shared/http/fast-path/fast-path-head.ts': 'constants',
  'shared/http/fast-path/head-prefix.ts': 'constants',
  'shared/lib/patterns/compile-pattern.ts': 'expressions of documents, which are limited there',
  'shared/lib/patterns/linear-expression.ts': 'constants',
  'mq/parts/file-transfer/engine/monitors/name-patterns.ts': 'only its syntax is checked there',
  'mq/web/http/parse-body.ts': 'patterns of the resources of the console, each a short list of characters',
  'mq/web/http/rest-router.ts': 'the templates of routes: segments between slashes, from both ends',
  'gateway/parts/portal/pages/configuration/editor/schema-at.ts': 'schemas of documents, in the browser',
}

/** Returns a sentence for each expression whose time grows faster than the text. */
export function reportSuperlinear(expressions: Iterable<Expression>, sizes?: TextSizes): string[] {
  const tested = new Map<string, string>()
  for (const [place, source, flags] of expressions) tested.set(`/${source}/${flags}`, place)
  return [...tested].flatMap(([expression, place]) => {
    const end = expression.lastIndexOf('/')
    const text = findSuperlinearText(new RegExp(expression.slice(1, end), expression.slice(end + 1)), sizes)
    return text === undefined ? [] : [`${place} ${expression} is slow for ${text}`]
  })
}

/** Returns the expressions that modules compute from constants. */
export async function recordComputedExpressions(): Promise<Expression[]> {
  const modules = Object.entries(computedExpressions).flatMap(([file, kind]) =>
    kind === 'constants' ? [join(root, file)] : [],
  )
  const worker = new Worker(new URL('./_record-expressions.ts', import.meta.url), { workerData: modules })
  try {
    return await new Promise<Expression[]>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
  } finally {
    await worker.terminate()
  }
}

export const schemaPatterns: Readonly<Record<'request bodies of the portal' | 'documents', readonly Expression[]>> = {
  'request bodies of the portal': listPatterns(requestBodies),
  documents: listPatterns(documentKinds.map(({ schema }) => schema(tables))),
}

function listPatterns(schemas: unknown[]): Expression[] {
  return [...findSchemaPatterns(schemas)].map(({ pattern }) => ['schema', pattern, 'u'])
}

/** The formats of schemas, as expressions and as functions. `validate` checks the format `url` in another way. */
export const formatExpressions: Expression[] = []
export const formatFunctions: [name: string, validate: (text: string) => unknown][] = []
for (const [name, format] of Object.entries(fullFormats)) {
  const validate = typeof format === 'object' && 'validate' in format ? format.validate : format
  if (validate instanceof RegExp && name !== 'url')
    formatExpressions.push([`format ${name}`, validate.source, validate.flags])
  // `regex` compiles what it gets, and no schema of the product uses it.
  if (typeof validate === 'function' && name !== 'regex')
    formatFunctions.push([name, validate as (text: string) => unknown])
}

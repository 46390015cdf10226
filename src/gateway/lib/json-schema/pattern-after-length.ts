/**
 * Replaces Ajv's keyword `pattern` by one that tests no text which is longer than `maxLength`. With `allErrors` Ajv
 * tests patterns although the length is already wrong, so that the length of a body would decide how long its check
 * takes.
 */
import { createRequire } from 'node:module'
import type { Ajv, KeywordCxt } from 'ajv'

const load = createRequire(import.meta.url)

/** Changes the keyword `pattern` of an instance that has compiled no schema yet. */
export function testPatternsAfterLengths(ajv: Ajv): void {
  const { _, str } = load('ajv') as typeof import('ajv')
  const { usePattern: compileExpression } = load(
    'ajv/dist/vocabularies/code',
  ) as typeof import('ajv/dist/vocabularies/code.js')
  ajv.removeKeyword('pattern')
  ajv.addKeyword({
    keyword: 'pattern',
    type: 'string',
    schemaType: 'string',
    error: {
      message: ({ schemaCode }) => str`must match pattern "${schemaCode}"`,
      params: ({ schemaCode }) => _`{pattern: ${schemaCode}}`,
    },
    code(cxt: KeywordCxt) {
      const { data, schema, parentSchema } = cxt
      const matches = _`${compileExpression(cxt, schema)}.test(${data})`
      const { maxLength } = parentSchema
      // maxLength counts code points, of which each has at most two UTF-16 code units.
      if (typeof maxLength === 'number') cxt.fail(_`${data}.length <= ${2 * maxLength} && !${matches}`)
      else cxt.fail(_`!${matches}`)
    },
  })
}

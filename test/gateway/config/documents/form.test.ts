import test from 'ava'
import { buildEditorSchemas, describeDocumentKind } from '../../../../src/gateway/config/index.ts'
import {
  isDescribed,
  simplifySchema,
} from '../../../../src/gateway/parts/portal/pages/configuration/schema/simplify-schema.ts'
import type { JsonSchema } from '../../../../src/shared/lib/json-schema/json-schema.ts'
import { typeTables } from '../../_support/tables.ts'

for (const [kind, schema] of Object.entries(buildEditorSchemas(typeTables))) {
  test(`every row of the form of ${kind} is a member of its schema`, (t) => {
    const root = schema as JsonSchema
    const { groups, hidden = [], words = [] } = describeDocumentKind(kind).form
    const paths = [
      ...groups.flatMap(({ fields }) => fields.map(({ path, beside }) => beside ?? path)),
      ...words.map(({ path }) => path),
      ...hidden,
    ]
    t.true(groups.length > 0)
    t.deepEqual(
      paths.filter((path) => !path.startsWith('**') && !has(root, path.split('/'), root)),
      [],
    )
  })
}

/** Returns whether a variant of the schema has a member at the path. */
function has(given: JsonSchema, [step, ...rest]: readonly string[], root: JsonSchema): boolean {
  if (step === undefined) return true
  const { schema, variants } = simplifySchema(given, root)
  if (variants.some((variant) => has(variant, [step, ...rest], root))) return true
  const inner =
    step === '*'
      ? [...Object.values(schema.patternProperties ?? {}), ...(schema.items ? [schema.items] : [])]
      : [schema.properties?.[step] ?? {}].filter(isDescribed)
  return inner.some((each) => has(each, rest, root))
}

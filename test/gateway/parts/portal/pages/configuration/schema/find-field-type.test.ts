import test from 'ava'
import { buildEditorSchemas } from '../../../../../../../src/gateway/config/index.ts'
import { findFieldType } from '../../../../../../../src/gateway/parts/portal/pages/configuration/schema/find-field-type.ts'
import {
  isDescribed,
  simplifySchema,
} from '../../../../../../../src/gateway/parts/portal/pages/configuration/schema/simplify-schema.ts'
import type { JsonSchema } from '../../../../../../../src/shared/lib/json-schema/json-schema.ts'
import { typeTables } from '../../../../../_support/tables.ts'

/** Members of free shape, which a form leaves to the YAML. */
const leftToYaml = [
  'third_party_config.jwks.keys[]',
  'configuration.attribute_mapping',
  'definitions',
  'components',
  'plans.*.billing',
]

for (const [kind, schema] of Object.entries(buildEditorSchemas(typeTables))) {
  test(`every member of the kind ${kind} has a field`, (t) => {
    const root = schema as JsonSchema
    const without = [...walk(root, root, '', 0)].filter(
      (path) => !leftToYaml.some((each) => path.endsWith(each)) && !path.startsWith('paths'),
    )
    t.deepEqual(without, [])
  })
}

/** Returns the paths of the members without a field. */
function* walk(given: JsonSchema, root: JsonSchema, path: string, depth: number): Generator<string> {
  if (depth > 12 || given.$ref) return
  const { schema, variants } = simplifySchema(given, root)
  const type = findFieldType(schema, variants)
  if (type === 'other') yield path
  if (type === 'text') return
  for (const variant of variants) yield* walk(variant, root, path, depth + 1)
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    if (isDescribed(member)) yield* walk(member, root, path === '' ? name : `${path}.${name}`, depth + 1)
  for (const member of Object.values(schema.patternProperties ?? {}).filter(isDescribed))
    yield* walk(member, root, `${path}.*`, depth + 1)
  if (schema.items && isDescribed(schema.items)) yield* walk(schema.items, root, `${path}[]`, depth + 1)
}

/** The settings of a policy as they stand in a document: with a version and remarks, which every policy may carry. */
import type { TSchema } from '../../../lib/json-schema/type.ts'

import { ignoredMembers } from '../../schema/common-schemas.ts'
import type { PolicyTypeSpec } from '../../types/index.ts'

const remarks = ['version', 'title', 'description']
const whole = new WeakMap<TSchema, TSchema>()

/** The schema that the loader checks a policy against, and that editors get. */
export function buildPolicySchema({ settings }: PolicyTypeSpec): TSchema {
  let schema = whole.get(settings)
  if (!schema) {
    const { properties = {} } = settings as { properties?: object }
    schema = { ...settings, properties: { ...ignoredMembers(...remarks), ...properties } } as TSchema
    whole.set(settings, schema)
  }
  return schema
}

/** The settings that the policy reads: without the remarks that its own schema does not name. */
export function removeDescriptiveMembers({ settings }: PolicyTypeSpec, value: object): object {
  const { properties = {} } = settings as { properties?: object }
  const dropped = remarks.filter((each) => !Object.hasOwn(properties, each))
  return Object.fromEntries(Object.entries(value).filter(([key]) => !dropped.includes(key)))
}

/** Builds the schema of the settings of a policy, with the descriptive members that every policy may have. */
import { getOrCreate } from '../../../../shared/lib/collections/get-or-create.ts'
import type { TSchema } from '../../../../shared/lib/json-schema/type.ts'
import { ignoredMembers } from '../../schema/common-schemas.ts'
import type { PolicyTypeSpec } from '../../types/index.ts'

const remarks = ['version', 'title', 'description']
const whole = new WeakMap<TSchema, TSchema>()

/** Policies that close something: a setting that is not known may be one without which they let more pass. */
const closing = /^(?:validate|jwt-validate|jwt-generate|user-security|client-security|ratelimit|redact)$/

/** Returns the schema that the loader and editors use. */
export function buildPolicySchema({ policy, code, settings }: PolicyTypeSpec): TSchema {
  return getOrCreate(whole, settings, () => {
    const { properties = {} } = settings as { properties?: object }
    const isTolerant = code === undefined && !closing.test(policy)
    return {
      ...settings,
      properties: { ...ignoredMembers(...remarks), ...properties },
      'x-unknown': isTolerant ? 'warning' : undefined,
    } as TSchema
  })
}

/** Returns the settings without the descriptive members that the policy's own schema does not have. */
export function removeDescriptiveMembers({ settings }: PolicyTypeSpec, value: object): object {
  const { properties = {} } = settings as { properties?: object }
  const dropped = remarks.filter((each) => !Object.hasOwn(properties, each))
  return Object.fromEntries(Object.entries(value).filter(([key]) => !dropped.includes(key)))
}

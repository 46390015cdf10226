/** The policy `map`: builds values and messages from others, action by action. */

import { definePolicy } from '../../policy/policy.ts'
import { buildScriptStep } from '../../policy/script-step.ts'
import { compileMap } from './map-script.ts'
import { mapSettingsSchema } from './settings.ts'

export const mapPolicy = definePolicy({
  policy: 'map',
  settings: mapSettingsSchema,

  hasBackgroundWork: () => true, // the threads compile maps before the first call
  keepsRequestBody: ({ inputs = {} }) => Object.values(inputs).some(({ variable }) => /^request\.body/.test(variable)),
  assignedVariables: ({ outputs }) =>
    Object.values(outputs).flatMap(({ variable }) => (variable.startsWith('message.') ? [] : [variable])),
  schemaReferences: ({ inputs, outputs }) => findReferences({ inputs, outputs }),

  build(settings, context) {
    const source = compileMap(settings, context.api.schemas ?? new Map(), context.location)
    return buildScriptStep(
      {
        source,
        reads: JSON.stringify([settings.inputs, settings.actions]),
        limitMs: 2_000,
        memoryLimitMiB: 64,
        payloadLimit: settings['payload-limit'],
        allowedHosts: [],
      },
      context,
    )
  },
})

/** Returns every `$ref` within a value. */
function findReferences(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { $ref: reference } = value as { $ref?: unknown }
  return [...(typeof reference === 'string' ? [reference] : []), ...Object.values(value).flatMap(findReferences)]
}

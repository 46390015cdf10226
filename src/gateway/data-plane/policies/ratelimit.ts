/** The policy `ratelimit`: counts the call against limits of its plan at this step of the assembly. */
import { Type } from '../../../shared/lib/json-schema/type.ts'
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import type { Plan } from '../../config/types/index.ts'
import {
  buildAllParts,
  DocumentError,
  locateWithin,
  UndefinedValueError,
  type ValueLocation,
} from '../errors/document-error.ts'
import { type AssemblyLimitName, buildAssemblyLimitStep, findAssemblyLimit } from '../limits/assembly-limits.ts'
import { buildPlanLimitStep } from '../limits/plan-limits.ts'
import { definePolicy, type PolicyContext } from '../policy/policy.ts'

const names = Type.Optional(
  Type.Array(
    Type.Object({
      name: Type.String({ minLength: 1 }),
      operation: Type.Enum(['consume', 'replenish', 'inc', 'dec'], {
        default: 'consume',
        description: 'consume; the others are for gateway-named',
      }),
    }),
    { minItems: 1 },
  ),
)

const settings = Type.Object({
  source: Type.Enum(['plan-default', 'plan-named', 'gateway-named', 'catalog-named'], {
    description:
      'plan-default: the limits of the plan; plan-named: its assembly limits with these names; gateway-named and catalog-named: limits of the appliance, which a call cannot use here',
  }),
  'rate-limit': names,
  'burst-limit': names,
  'count-limit': names,
})

export const ratelimitPolicy = definePolicy({
  policy: 'ratelimit',
  settings,

  build({ source, 'rate-limit': rates = [], 'burst-limit': bursts = [], 'count-limit': counts = [] }, context) {
    const { api, counters, location } = context
    if (source === 'gateway-named' || source === 'catalog-named')
      throw new UndefinedValueError(
        locateWithin(location, 'source'),
        `ratelimit with ${source} counts against limits of the appliance, which no document has: give the plan assembly limits, and use plan-named`,
      )
    if (counts.length > 0)
      throw new DocumentError(
        locateWithin(location, 'count-limit'),
        'count-limit is for gateway-named: limit the calls that run at the same time by concurrent-calls of the plan or the API',
      )
    const named = [...locateNames('burst', bursts, location), ...locateNames('rate', rates, location)]
    const other = [...rates, ...bursts].find(({ operation }) => operation !== 'consume')
    if (other)
      throw new DocumentError(location, `the limit "${other.name}" can only be consumed, found "${other.operation}"`)
    if (!api.operations.some(({ security }) => security.some(identifiesApplication)))
      throw new DocumentError(
        location,
        'ratelimit counts calls of applications, but no operation of the API identifies one: secure it with OAuth or a client id',
      )

    if (source === 'plan-default') {
      if (named.length > 0)
        throw new DocumentError(
          location,
          'ratelimit with plan-default must not name limits: all limits of the plan apply',
        )
      return buildPlanLimitStep(counters)
    }
    if (named.length === 0)
      throw new DocumentError(location, 'ratelimit with plan-named needs the member rate-limit or burst-limit')
    buildAllParts(...named.map((name) => () => requireInPlans(name, context)))
    return buildAssemblyLimitStep(named, counters)
  },
})

/** Returns the names of limits with their locations in the document. */
function locateNames(
  kind: AssemblyLimitName['kind'],
  named: readonly { name: string }[],
  location: ValueLocation,
): (AssemblyLimitName & { location: ValueLocation })[] {
  return named.map(({ name }, index) => ({
    kind,
    name,
    location: locateWithin(location, `${kind}-limit`, index, 'name'),
  }))
}

function identifiesApplication({ all }: PolicyContext['api']['operations'][number]['security'][number]): boolean {
  return all.some(({ definition }) => definition.type !== 'basic')
}

/** Throws a `DocumentError` when a plan with the API lacks the limit: its applications would not be limited. */
function requireInPlans(
  { location, ...limitName }: AssemblyLimitName & { location: ValueLocation },
  { api, catalog }: PolicyContext,
): void {
  for (const product of catalog.products) {
    for (const plan of product.plans.values()) {
      if (!plan.apis.has(api.reference) || findAssemblyLimit(plan, limitName)) continue
      throw new DocumentError(location, missingLimit(limitName, `${product.name}/${plan.name}`, plan))
    }
  }
}

function missingLimit({ kind, name }: AssemblyLimitName, planName: string, plan: Plan): string {
  const known = (plan.assemblyLimits ?? []).filter((each) => each.kind === kind).map((each) => each.name)
  const meant = didYouMean(name, known) || `; it has ${known.join(', ') || 'none'}`
  return `the plan ${planName} opens the API and has no assembly ${kind} limit "${name}"${meant} (a value of "unlimited" lets all calls pass)`
}

/** Reads a product: the APIs that are offered together, and the plans to which applications subscribe. */
import { statSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { choice, optionalText } from '../../../../shared/lib/json-schema/members.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { renderInterval } from '../../../../shared/lib/time/render-time.ts'
import {
  type ConfigFact,
  type ConfigPart,
  computeDigest,
  prefixFacts,
  renderValues,
} from '../../document-set/config-fact.ts'
import { type DocumentContext, defineDocumentKind } from '../../document-set/document-kind.ts'
import type { ApiReference } from '../../document-set/document-set.ts'
import {
  exportEnvelopeMembers,
  freeTextSchema,
  ignoredMembers,
  nameSchema,
  sluiceSchema,
  titleSchema,
} from '../../schema/common-schemas.ts'
import type {
  AssemblyLimit,
  CallLimit,
  Catalog,
  Plan,
  PlanApiTerms,
  Product,
  ProductVisibility,
} from '../../types/index.ts'
import { listAccessTermFacts } from '../members/access-terms.ts'
import { deprecationSchema, listDeprecationFacts, readDeprecation } from '../members/deprecation.ts'
import { listTokenCeilingFacts } from '../members/token-ceiling.ts'
import { planSchema, readPlan } from './plan.ts'

/** The largest file of an icon, in bytes. */
const maxIconBytes = 64 * 1024

function* listProductFacts(product: Product): Iterable<ConfigFact> {
  const { title, description, version, icon, state, visibility, deprecation } = product
  yield ['title', title]
  if (description !== undefined) yield ['description', computeDigest(description)]
  yield ['version', version]
  if (icon !== undefined) yield ['icon', icon.startsWith('data:') ? computeDigest(icon) : icon]
  yield ['state', state ?? 'published']
  yield ['visible at the portal to', visibilityNames[visibility ?? 'public']]
  yield* listDeprecationFacts(deprecation)
}

const visibilityNames: Readonly<Record<ProductVisibility, string>> = {
  public: 'everybody who may read the catalogue',
  authenticated: 'signed-in users',
  subscribed: 'subscribers',
}

function* listPlanFacts(plan: Plan): Iterable<ConfigFact> {
  yield ['title', plan.title]
  if (plan.description !== undefined) yield ['description', computeDigest(plan.description)]
  if (plan.price !== undefined) yield ['price', plan.price]
  yield ['approval', plan.approval ? 'needed' : 'not needed']
  for (const api of plan.apis) yield [`API ${api}`, '']
  yield* limitFacts(plan.limits)
  yield* listAccessTermFacts(plan.terms)
  for (const [api, terms] of plan.apiTerms ?? []) yield* prefixFacts(`API ${api}`, termFacts(terms))
  yield* listTokenCeilingFacts(plan.tokenCeiling)
  for (const limit of plan.assemblyLimits ?? [])
    yield [`assembly ${limit.kind} limit ${limit.name}`, renderAssemblyLimit(limit)]
}

function* limitFacts(limits: readonly CallLimit[]): Iterable<ConfigFact> {
  for (const limit of limits) yield [`${limit.kind} limit ${limit.name}`, renderLimit(limit)]
}

function* termFacts({ limits, operations }: PlanApiTerms): Iterable<ConfigFact> {
  yield* limitFacts(limits)
  yield ['operations', operations ? renderValues(operations.keys()) : 'all']
  for (const [operation, own] of operations ?? []) yield* prefixFacts(operation, limitFacts(own))
}

function renderAssemblyLimit(limit: AssemblyLimit): string {
  const { weight, isClient, per } = limit
  const counted = [per.api && 'API', per.application && 'application', per.client && 'client id']
  const whom = counted.filter((each) => each !== false).join(' and ') || 'plan'
  const unreported = isClient ? '' : ', not reported to callers'
  return `${renderLimit(limit)}, for each ${whom}, ${weight} a call${unreported}`
}

function renderLimit({ calls, intervalSeconds, hard }: CallLimit): string {
  if (calls === undefined) return 'unlimited'
  return `${calls} per ${renderInterval(intervalSeconds)}${hard ? '' : ', counted only'}`
}

const view = Type.Object(
  {
    type: choice(['public', 'authenticated', 'subscribed', 'custom'], 'Who sees the product at the developer portal.'),
    enabled: Type.Boolean({ default: true, description: 'false: only subscribers see the product.' }),
  },
  { additionalProperties: true },
)

const visibilitySchema = Type.Optional(Type.Object({ view: Type.Optional(view) }, { additionalProperties: true }))

const document = Type.Object({
  ...exportEnvelopeMembers(),
  product: Type.Literal('1.0.0', { description: 'The version of this format, 1.0.0.' }),
  state: choice(
    ['staged', 'published', 'deprecated', 'retired'],
    'The state. Plans of staged and retired products allow no calls; deprecated ones no new subscription.',
    'published',
  ),
  info: Type.Object({
    name: nameSchema('The name by which applications subscribe. Versions of one name can be beside each other.'),
    version: Type.String({ minLength: 1, description: 'The version. Subscriptions name it as name:version.' }),
    title: titleSchema(),
    description: freeTextSchema('A description for readers.'),
    icon: optionalText(
      'The icon at the portal: an svg, png or webp file beside the document or below its folder, or a data URL; at most 64 KiB.',
      {
        pattern:
          '^(data:image/(svg\\+xml|png|webp);base64,[A-Za-z0-9+/]+={0,2}|([\\w-]+[./])*[\\w-]+\\.(svg|png|webp))$',
        maxLength: Math.ceil(maxIconBytes / 3) * 4 + 30,
        'x-words': 'the path of an svg, png or webp file such as icons/shop.svg, or a data URL of at most 64 KiB',
      },
    ),
    'x-deprecation': Type.Optional(deprecationSchema),
    ...ignoredMembers('summary', 'contact', 'license', 'termsOfService', 'categories', 'x-ibm-languages'),
  }),
  apis: Type.Record(
    Type.String(),
    Type.Object({
      name: Type.Optional(Type.String({ description: 'The API as name:version.' })),
      $ref: Type.Optional(
        Type.String({ description: 'Instead of name, the file of the API, relative to the product.' }),
      ),
      ...ignoredMembers('x-ibm-languages', 'id'),
    }),
    { default: {}, description: 'The APIs. Plans refer to each by the name in this list.' },
  ),
  plans: Type.Record(Type.String(), planSchema, { minProperties: 1, description: 'The plans by name, at least one.' }),
  visibility: visibilitySchema,
  'x-sluice': sluiceSchema,
  ...ignoredMembers('gateways', 'x-ibm-configuration', 'extensions', 'x-embedded-doc', 'x-ibm-languages'),
})

export const productKind = defineDocumentKind({
  id: 'product',
  kind: 'product',
  folder: 'product',
  recognisedBy: 'its place, catalogs/{catalog}/products/',
  is: () => true,
  document,
  identity: [['info', 'name']],
  references: [{ path: ['apis', '*', 'name'], to: ['api'] }],
  listParts: listProductParts,

  read(value, reading) {
    const { source, file } = reading
    const apis = readApis(value, reading)
    const { info } = value
    checkIcon(info.icon, reading)
    const plans = Object.entries(value.plans).map(
      ([key, each]) => [key, readPlan(key, each, Object.keys(value.apis), reading)] as const,
    )
    const part = {
      product: {
        name: info.name,
        title: info.title ?? info.name,
        description: info.description ?? undefined,
        version: info.version,
        icon: info.icon,
        state: value.state,
        visibility: readVisibility(value.visibility),
        deprecation: readDeprecation(info['x-deprecation'], reading),
        plans: new Map(plans.map(([key, each]) => [key, each.plan])),
        location: source.locate(),
      },
      apis,
      planTerms: new Map(plans.map(([key, each]) => [key, each.apiTerms])),
    }
    const added = { part, source }
    return (documents) => documents.folder(file.catalog).products.push(added)
  },
})

/** Warns about a missing or large file: the portal then shows the initials of the product. */
function checkIcon(icon: string | undefined, { source, problems }: DocumentContext): void {
  if (icon === undefined || icon.startsWith('data:')) return
  const size = statSync(resolve(source.folder, icon), { throwIfNoEntry: false })?.size
  if (size !== undefined && size <= maxIconBytes) return
  const found = size === undefined ? 'that does not exist' : `of ${size} bytes; at most ${maxIconBytes} are shown`
  problems.warning(
    source.locate(['info', 'icon']),
    `icon names a file ${found}: ${source.renderValue(['info', 'icon'])}`,
  )
}

function listProductParts({ products }: Catalog): ConfigPart[] {
  return products.flatMap((product): ConfigPart[] => [
    { kind: 'product', name: product.name, facts: listProductFacts(product) },
    ...Array.from(
      product.plans.values(),
      (plan): ConfigPart => ({ kind: 'plan', name: `${product.name}/${plan.name}`, facts: listPlanFacts(plan) }),
    ),
  ])
}

function readApis(value: Static<typeof document>, { source, file, problems }: DocumentContext): ApiReference[] {
  return Object.entries(value.apis).flatMap(([key, { name: reference, $ref: ref }]): ApiReference[] => {
    const path = ['apis', key]
    if ((reference === undefined) === (ref === undefined)) {
      if (source.hasGap(path)) return []
      problems.error(source.locate(path), 'an API is named by either "name" (name:version) or "$ref" (a file)')
      return []
    }
    if (reference !== undefined) return [{ key, target: { reference }, path: [...path, 'name'] }]

    const target = { file: posix.join(posix.dirname(file.path), ref as string) }
    return [{ key, target, path: [...path, '$ref'] }]
  })
}

/**
 * Returns who sees a product at the portal. Exports have `custom` for organisations, which Sluice does not have: like a
 * disabled view, it leaves the product to subscribers.
 */
function readVisibility(value: Static<typeof visibilitySchema> | undefined): ProductVisibility {
  const { type = 'public', enabled = true } = value?.view ?? {}
  return !enabled || type === 'custom' ? 'subscribed' : type
}

/** Reads a product: the APIs that are offered together, and the plans to which applications subscribe. */
import { posix } from 'node:path'
import { choice } from '../../../lib/json-schema/members.ts'
import { type Static, Type } from '../../../lib/json-schema/type.ts'
import type { ConfigPart } from '../../document-set/config-fact.ts'
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
import type { Catalog, ProductVisibility } from '../../types/index.ts'
import { checkDeprecation, deprecationSchema } from '../members/deprecation.ts'
import { addAccessTerms } from '../members/form.ts'
import { listPlanFacts, listProductFacts } from './facts.ts'
import form from './form.json' with { type: 'json' }
import { planSchema, readPlan } from './plan.ts'

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
    name: nameSchema('The name by which applications subscribe, unique in the catalog.'),
    version: Type.String({
      minLength: 1,
      description: 'The version. One version of a product is published at a time.',
    }),
    title: titleSchema(),
    description: freeTextSchema('A description for readers.'),
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
  form: addAccessTerms(form, 'plans/*/', 'concurrent-calls'),
  listParts: listProductParts,

  read(value, reading) {
    const { source, file } = reading
    const apis = readApis(value, reading)
    const { info } = value
    checkDeprecation(info['x-deprecation'], reading)
    const plans = Object.entries(value.plans).map(
      ([key, each]) => [key, readPlan(key, each, Object.keys(value.apis), reading)] as const,
    )
    const part = {
      product: {
        name: info.name,
        title: info.title ?? info.name,
        description: info.description ?? undefined,
        version: info.version,
        state: value.state,
        visibility: readVisibility(value.visibility),
        ...(info['x-deprecation'] && { deprecation: info['x-deprecation'] }),
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

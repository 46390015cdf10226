/** Handlers that return the products of the catalog with their plans. */
import type { Api, Catalog, Plan, Product } from '../../config/types/index.ts'
import { renderTokenCeiling } from '../../contract/access/token-ceiling.ts'
import type { ResourceHandler } from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'
import type { ApiSummary, PlanView, ProductView } from '../rest/index.ts'
import { buildPlanLimitViews } from './limit-views.ts'
import { findVisibleProducts } from './visible-products.ts'

export const listProducts: ResourceHandler<'GET /products'> = (context) =>
  findVisibleProducts(context).map((each) => buildProductView(each, context.deps.catalog))

export const showProduct: ResourceHandler<'GET /products/:product'> = (context) => {
  const { params, deps } = context
  const found = findVisibleProducts(context).find(({ name }) => name === params.product)
  if (!found) throw new PortalError('unknown_product')
  return buildProductView(found, deps.catalog)
}

function buildProductView(
  { name, version, title, description, state, deprecation, plans }: Product,
  { apis }: Catalog,
): ProductView {
  const opened = new Set([...plans.values()].flatMap((plan) => [...plan.apis]))
  return {
    name,
    version,
    title,
    ...(description !== undefined && { description }),
    deprecated: state === 'deprecated',
    ...(deprecation && { deprecation }),
    plans: [...plans.values()].map(buildPlanView),
    apis: apis.filter(({ reference }) => opened.has(reference)).map(buildApiSummary),
  }
}

function buildPlanView(plan: Plan): PlanView {
  const { name, title, description, approval, apis, apiTerms, tokenCeiling } = plan
  return {
    name,
    title,
    ...(description !== undefined && { description }),
    approval,
    limits: buildPlanLimitViews(plan),
    ...(tokenCeiling && { tokens: renderTokenCeiling(tokenCeiling) }),
    apis: [...apis],
    operations: [...(apiTerms ?? [])].flatMap(([api, { operations }]) =>
      operations ? [{ api, operations: [...operations.keys()] }] : [],
    ),
  }
}

export function buildApiSummary({ reference, name, version, title, deprecation }: Api): ApiSummary {
  return { reference, name, version, title, ...(deprecation && { deprecation }) }
}

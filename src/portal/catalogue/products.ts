/** The products of the catalog, with their plans. */
import type { Api, Catalog, Plan, Product } from '../../config/types/index.ts'
import { renderTokenCeiling } from '../../lib/access/token-ceiling.ts'
import type { Handler } from '../call/call.ts'
import { Refusal } from '../http/refusal.ts'
import type { ApiSummary, PlanView, ProductView } from '../rest/index.ts'
import { limitViews } from './limits.ts'

export const list: Handler<'GET /products'> = ({ tools: { catalog } }) =>
  catalog.products.filter(isShown).map((each) => productView(each, catalog))

export const show: Handler<'GET /products/:product'> = ({ params, tools: { catalog } }) => {
  const found = catalog.products.filter(isShown).find(({ name }) => name === params.product)
  if (!found) throw new Refusal('unknown_product')
  return productView(found, catalog)
}

/** What is not published yet, or not any more, is no matter of developers. */
export function isShown({ state = 'published' }: Product): boolean {
  return state === 'published' || state === 'deprecated'
}

function productView(
  { name, version, title, description, state, plans }: Product,
  { apis }: Catalog,
): ProductView {
  const opened = new Set([...plans.values()].flatMap((plan) => [...plan.apis]))
  return {
    name,
    version,
    title,
    ...(description !== undefined && { description }),
    deprecated: state === 'deprecated',
    plans: [...plans.values()].map(planView),
    apis: apis.filter(({ reference }) => opened.has(reference)).map(summaryOf),
  }
}

function planView(plan: Plan): PlanView {
  const { name, title, description, approval, apis, offers, tokenCeiling } = plan
  return {
    name,
    title,
    ...(description !== undefined && { description }),
    approval,
    limits: limitViews(plan),
    ...(tokenCeiling && { tokens: renderTokenCeiling(tokenCeiling) }),
    apis: [...apis],
    operations: [...(offers ?? [])].flatMap(([api, { operations }]) =>
      operations ? [{ api, operations: [...operations.keys()] }] : [],
    ),
  }
}

export function summaryOf({ reference, name, version, title }: Api): ApiSummary {
  return { reference, name, version, title }
}

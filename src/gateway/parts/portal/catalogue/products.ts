/** Handlers that return the products of the catalog with their plans. */
import { readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { renderTokenCeiling } from '../../../../shared/access/token-ceiling.ts'
import { type Api, type Catalog, findProduct, type Plan, type Product } from '../../../config/types/index.ts'
import { FileResponse } from '../context/file-response.ts'
import type { PortalContext, ResourceHandler } from '../context/portal-context.ts'
import { findFileWithin, imageTypes } from '../guides/guide-folder.ts'
import { PortalError } from '../http/portal-error.ts'
import type { ApiSummary, PlanView, ProductView } from '../rest/index.ts'
import { buildPlanLimitViews } from './limit-views.ts'
import { findVisibleProducts } from './visible-products.ts'

/** The largest file that is an icon, as the schema of products says. */
const maxIconBytes = 64 * 1024

export const listProducts: ResourceHandler<'GET /products'> = (context) =>
  findVisibleProducts(context).map((each) => buildProductView(each, context.deps.catalog))

export const showProduct: ResourceHandler<'GET /products/:product'> = (context) => {
  return buildProductView(findShownProduct(context), context.deps.catalog)
}

/** Handler that returns the icon of a product: the file beside its document, or the content of the data URL. */
export const showIcon: ResourceHandler<'GET /products/:product/icon'> = async (context) => {
  const { icon, location } = findShownProduct(context)
  const [, type, content] = /^data:([a-z+/]+);base64,(.*)$/.exec(icon ?? '') ?? []
  if (type !== undefined) return new FileResponse('', type, Buffer.from(content ?? '', 'base64'))
  const folder = join(context.deps.documentsFolder, dirname(location.file))
  const file = icon === undefined ? undefined : await findFileWithin(folder, icon, maxIconBytes)
  if (!file) throw new PortalError('unknown_image')
  return new FileResponse('', imageTypes[extname(file.path)] as string, await readFile(file.path))
}

function findShownProduct(context: PortalContext<'GET /products/:product' | 'GET /products/:product/icon'>): Product {
  const found = findProduct(findVisibleProducts(context), context.params.product ?? '')
  if (!found) throw new PortalError('unknown_product')
  return found
}

function buildProductView(
  { name, version, title, description, icon, state, deprecation, plans }: Product,
  { apis }: Catalog,
): ProductView {
  const opened = new Set([...plans.values()].flatMap((plan) => [...plan.apis]))
  return {
    name,
    version,
    title,
    description,
    hasIcon: icon !== undefined,
    deprecated: state === 'deprecated',
    deprecation,
    plans: [...plans.values()].map(buildPlanView),
    apis: apis.filter(({ reference }) => opened.has(reference)).map(buildApiSummary),
  }
}

function buildPlanView(plan: Plan): PlanView {
  const { name, title, description, price, approval, apis, apiTerms, tokenCeiling } = plan
  return {
    name,
    title,
    description,
    price,
    approval,
    limits: buildPlanLimitViews(plan),
    tokens: tokenCeiling && renderTokenCeiling(tokenCeiling),
    apis: [...apis],
    operations: [...(apiTerms ?? [])].flatMap(([api, { operations }]) =>
      operations ? [{ api, operations: [...operations.keys()] }] : [],
    ),
  }
}

export function buildApiSummary({ reference, name, version, title, deprecation }: Api): ApiSummary {
  return { reference, name, version, title, deprecation }
}

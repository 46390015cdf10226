/** The brand of the catalog's portal, as the pages of a provider show it. */
import type { ServerResponse } from 'node:http'
import type { Catalog } from '../../config/types/index.ts'

export type PageBrand = ReturnType<typeof buildPageBrand>

const defaultColor = '#0f62fe'
const defaultColorDark = '#78a9ff'

/** Returns the brand of a catalog; that of a catalog without a portal has the title of the catalog only. */
export function buildPageBrand({ title, path, portal }: Pick<Catalog, 'title' | 'path' | 'portal'>) {
  const { name, logo, color, colorDark, supportEmail, supportUrl } = portal?.brand ?? {}
  return {
    name: name ?? title,
    /** The URL path of the logo; undefined when the brand has none. */
    logoPath: logo === undefined ? undefined : `${path}/portal/api/v1/brand/logo`,
    color: color ?? defaultColor,
    colorDark: colorDark ?? defaultColorDark,
    supportEmail,
    supportUrl,
  }
}

const key = Symbol('page brand')

type BrandedResponse = ServerResponse & { [key]?: PageBrand }

/** Sets the brand of the page that the response may become. */
export function attachPageBrand(response: ServerResponse, brand: PageBrand): void {
  ;(response as BrandedResponse)[key] = brand
}

export function findPageBrand(response: ServerResponse): PageBrand | undefined {
  return (response as BrandedResponse)[key]
}

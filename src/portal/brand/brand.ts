/** The brand of the portal: its view for the page, and the handler of its logo. */
import { readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import type { Catalog, PortalSettings } from '../../config/types/index.ts'
import { FileResponse } from '../context/file-response.ts'
import type { ResourceHandler } from '../context/portal-context.ts'
import { findFileWithin, imageTypes } from '../guides/guide-folder.ts'
import { PortalError } from '../http/portal-error.ts'
import type { BrandView } from '../rest/index.ts'

const maxLogoBytes = 512 * 1024

export function buildBrandView({ title }: Pick<Catalog, 'title'>, { brand }: PortalSettings): BrandView {
  const { name = title, logo, color, colorDark, supportEmail, supportUrl, links } = brand
  return {
    name,
    hasLogo: logo !== undefined,
    ...(color !== undefined && { color }),
    ...(colorDark !== undefined && { colorDark }),
    ...(supportEmail !== undefined && { supportEmail }),
    ...(supportUrl !== undefined && { supportUrl }),
    links: links.map(({ title, url }) => ({ title, url })),
  }
}

export const showLogo: ResourceHandler<'GET /brand/logo'> = async ({ deps }) => {
  const { catalog, settings, documentsFolder } = deps
  const { logo = '' } = settings.brand
  const folder = join(documentsFolder, dirname(catalog.location.file))
  const file = logo === '' ? undefined : await findFileWithin(folder, logo, maxLogoBytes)
  if (!file) throw new PortalError('unknown_image')
  return new FileResponse('', imageTypes[extname(logo)] as string, await readFile(file.path))
}

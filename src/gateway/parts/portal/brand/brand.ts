/** The brand of the portal: its view for the page, and the handlers of its images. */
import { readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import type { Catalog, PortalSettings } from '../../../config/types/index.ts'
import { FileResponse } from '../context/file-response.ts'
import type { PortalContext, ResourceHandler } from '../context/portal-context.ts'
import { findFileWithin, imageTypes } from '../guides/guide-folder.ts'
import { PortalError } from '../http/portal-error.ts'
import type { BrandView } from '../rest/index.ts'

/** The images and their largest sizes. */
const maxBytes = { logo: 512 * 1024, picture: 2 * 1024 * 1024 }

export function buildBrandView({ title }: Pick<Catalog, 'title'>, { brand }: PortalSettings): BrandView {
  const { name = title, logo, text, picture, color, colorDark, supportEmail, supportUrl, links } = brand
  return {
    name,
    hasLogo: logo !== undefined,
    hasPicture: picture !== undefined,
    text,
    color,
    colorDark,
    supportEmail,
    supportUrl,
    links: links.map(({ title, url }) => ({ title, url })),
  }
}

export const showLogo: ResourceHandler<'GET /brand/logo'> = (context) => readImage(context, 'logo')
export const showPicture: ResourceHandler<'GET /brand/picture'> = (context) => readImage(context, 'picture')

async function readImage({ deps }: Pick<PortalContext, 'deps'>, image: keyof typeof maxBytes): Promise<FileResponse> {
  const { catalog, settings, documentsFolder } = deps
  const path = settings.brand[image] ?? ''
  const folder = join(documentsFolder, dirname(catalog.location.file))
  const file = path === '' ? undefined : await findFileWithin(folder, path, maxBytes[image])
  if (!file) throw new PortalError('unknown_image')
  return new FileResponse('', imageTypes[extname(path)] as string, await readFile(file.path))
}

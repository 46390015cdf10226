/** Handlers that return the guides of the catalog and their images. */
import { FileResponse } from '../context/file-response.ts'
import type { ResourceHandler } from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'
import type { GuideFolder } from './guide-folder.ts'
import { summarizeMarkdown } from './summarize-markdown.ts'

/** How fast people read texts with code. */
const wordsPerMinute = 150

export function buildGuideHandlers(folder: GuideFolder) {
  const list: ResourceHandler<'GET /guides'> = async () => {
    const { guides } = await folder.load()
    return guides.map(({ name, title, text }) => ({
      name,
      title,
      summary: summarizeMarkdown(text.split(/\n{2,}/).find((part) => /^[\p{L}*_["]/u.test(part)) ?? text),
      minutes: Math.max(1, Math.round(text.split(/\s+/).length / wordsPerMinute)),
    }))
  }

  const show: ResourceHandler<'GET /guides/:guide'> = async ({ params }) => {
    const { guides } = await folder.load()
    const found = guides.find(({ name }) => name === params.guide)
    if (!found) throw new PortalError('unknown_guide')
    const { name, title, text } = found
    return { name, title, text }
  }

  const showImage: ResourceHandler<'GET /guide-images/:image'> = async ({ params }) => {
    const { image = '' } = params
    const found = await folder.readImage(image)
    if (!found) throw new PortalError('unknown_image')
    return new FileResponse('', found.contentType, found.body)
  }

  return { list, show, showImage }
}

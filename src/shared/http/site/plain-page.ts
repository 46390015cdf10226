/** Builds pages without styles and scripts, for errors and for a missing build. */
import { type Asset, buildAsset } from './assets.ts'

/** Builds a page. `text` is HTML. */
export function buildPlainPage(status: number, title: string, text: string): Asset {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>\n`
  return buildAsset(status, 'text/html; charset=utf-8', Buffer.from(body))
}

/** Pages without style or script, for when there is nothing else to show. */
import { type Asset, buildAsset } from './assets.ts'

/** `text` is HTML. */
export function buildPlainPage(status: number, title: string, text: string): Asset {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>\n`
  return buildAsset(status, 'text/html; charset=utf-8', Buffer.from(body))
}

/** Text as HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

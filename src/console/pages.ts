/** Pages that the server makes itself: there is no build, or nothing at an address. */
import { type Asset, asset } from './assets.ts'

const html = 'text/html; charset=utf-8'

/** What stands at the address of the console while nothing was built. */
export function missingPage(folder: string): Asset {
  return page(
    503,
    'The console has not been built',
    `Run <code>npm run prepare</code> in the folder of the server and start it again. It looked in <code>${asText(folder)}</code>. The REST API works without the console.`,
  )
}

export const notFoundPage = page(
  404,
  'Nothing is here',
  'The console is at <a href="/ibmmq/console/">/ibmmq/console/</a>.',
)

function page(status: number, title: string, text: string): Asset {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>\n`
  return asset(status, html, Buffer.from(body))
}

function asText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
